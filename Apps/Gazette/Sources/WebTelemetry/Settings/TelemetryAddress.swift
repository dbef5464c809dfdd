/// The address and port at which metrics are served.
public struct TelemetryAddress: Sendable, Hashable, CustomStringConvertible {
    /// The address; this machine alone by default.
    public let host: String
    /// The port; 0 chooses a free one.
    public let port: Int

    /// The port that Prometheus has set aside for OpenTelemetry, on this machine alone.
    public static let standard = TelemetryAddress(host: "127.0.0.1", port: 9464)

    package init(host: String, port: Int) {
        self.host = host
        self.port = port
    }

    /// Reads an address and a port, such as `127.0.0.1:9464` or `[::1]:9464`; `nil` for any other text.
    public init?(_ text: String) {
        guard let colon = text.lastIndex(of: ":"), let port = UInt16(text[text.index(after: colon)...]) else {
            return nil
        }
        let host = text[..<colon]
        let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
        guard !host.isEmpty, isBracketed || !host.contains(where: { "[]:/@ ".contains($0) }) else { return nil }
        self.init(host: String(isBracketed ? host.dropFirst().dropLast() : host), port: Int(port))
    }

    /// The address and the port, as ``init(_:)`` reads them.
    public var description: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}

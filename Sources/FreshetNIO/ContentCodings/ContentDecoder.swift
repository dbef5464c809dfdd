#if NIO
import FreshetCore

/// Decodes one content coding (RFC 9110 §8.4.1), only as far as there is room for what comes out.
protocol ContentDecoder: AnyObject {
    /// Decodes the next bytes.
    ///
    /// - Parameters:
    ///   - input: Coded bytes; it may be empty, when the decoder still holds decoded ones.
    ///   - output: Where to write. A decoder that fills it may hold more.
    /// - Returns: How many bytes were read and how many were written.
    /// - Throws: ``FetchError/Kind-swift.enum/contentCoding(_:)`` for bytes that are damaged.
    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchError) -> (read: Int, written: Int)

    /// Checks that nothing is missing after the last coded byte.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/contentCoding(_:)`` for bytes that are cut off. Without any byte at all the body
    ///   is empty: servers name a coding for those, too.
    func finish() throws(FetchError)
}

/// The content codings that this transport decodes.
enum ContentCoding: String, CaseIterable {
    case gzip, deflate

    /// The value of the `Accept-Encoding` field: only what can be decoded.
    static let accepted = allCases.map(\.rawValue).joined(separator: ", ")

    /// The most codings that are taken off one body; each needs memory of its own.
    private static let limit = 4

    init?(_ name: some StringProtocol) {
        switch name {
        case "x-gzip": self = .gzip
        default: self.init(rawValue: String(name))
        }
    }

    /// The codings of a body in the order in which they were applied; `nil` when one of them is unknown.
    static func codings(of values: [Substring]) -> [ContentCoding]? {
        var codings: [ContentCoding] = []
        for value in values {
            let name = value.lowercased()
            guard name != "identity" else { continue }
            guard let coding = ContentCoding(name), codings.count < limit else { return nil }
            codings.append(coding)
        }
        return codings
    }

    func decoder() -> any ContentDecoder {
        switch self {
        case .gzip: ZlibDecoder(.gzip)
        case .deflate: ZlibDecoder(.deflate)
        }
    }

    func failure(_ reason: String) -> FetchError {
        FetchError(.contentCoding("the body in \(rawValue) is damaged: \(reason)"))
    }
}
#endif

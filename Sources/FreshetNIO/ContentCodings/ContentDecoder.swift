#if NIO
import FreshetCore

/// A decoder of one content coding (RFC 9110 §8.4.1), which decodes as much as its output has room for.
protocol ContentDecoder: AnyObject {
    /// Decodes the next bytes.
    ///
    /// - Parameters:
    ///   - input: Encoded bytes. They may be empty if the decoder still holds decoded bytes.
    ///   - output: The memory for the decoded bytes. A decoder that fills it may hold more.
    /// - Returns: How many bytes were read and how many were written.
    /// - Throws: ``FetchError/Kind-swift.enum/contentCoding(_:)`` for damaged bytes.
    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchError) -> (read: Int, written: Int)

    /// Checks that the encoded bytes are complete.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/contentCoding(_:)`` for incomplete bytes. No bytes at all are an empty
    ///   body: servers send a coding for those, too.
    func finish() throws(FetchError)
}

/// The content codings that this transport decodes.
enum ContentCoding: String, CaseIterable {
    case gzip, deflate
    #if Brotli
    case br
    #endif
    #if Zstd
    case zstd
    #endif

    /// The value of the `Accept-Encoding` field: only what can be decoded.
    static let accepted = allCases.map(\.rawValue).joined(separator: ", ")

    /// The most codings of one body; each needs memory of its own.
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
        #if Brotli
        case .br: BrotliDecoder()
        #endif
        #if Zstd
        case .zstd: ZstdDecoder()
        #endif
        }
    }

    func failure(_ reason: String) -> FetchError {
        FetchError(.contentCoding("the body in \(rawValue) is damaged: \(reason)"))
    }
}
#endif

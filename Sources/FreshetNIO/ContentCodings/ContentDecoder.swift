#if NIO
import FreshetCore
import NIOHTTP1

/// A decoder for one content coding (RFC 9110 §8.4.1), which decodes as much as fits into its
/// output.
protocol ContentDecoder: AnyObject {
    /// Decodes the next bytes.
    ///
    /// - Parameters:
    ///   - input: The encoded bytes. They may be empty if the decoder still holds decoded bytes.
    ///   - output: The memory for the decoded bytes. A decoder that fills it may hold more of them.
    /// - Returns: The number of bytes that were read, and the number that were written.
    /// - Throws: ``FetchError/Kind-swift.enum/contentCoding(_:)`` for damaged bytes.
    func decode(
        _ input: UnsafeRawBufferPointer, into output: UnsafeMutableRawBufferPointer
    ) throws(FetchError) -> (read: Int, written: Int)

    /// Whether the encoded bytes have begun but not ended. No bytes at all are an empty body,
    /// because servers name a coding for empty bodies as well.
    var isIncomplete: Bool { get }
}

/// The content codings that this transport can decode.
enum ContentCoding: String, CaseIterable {
    case gzip, deflate
    #if Brotli
    case br
    #endif
    #if Zstd
    case zstd
    #endif

    /// The value of the `Accept-Encoding` field, which lists only the codings that can be decoded.
    static let accepted = allCases.map(\.rawValue).joined(separator: ", ")

    /// The maximum number of codings of one body. Each needs its own memory.
    private static let limit = 4

    /// Returns the codings of a body in the order in which they were applied; `nil` if one of them
    /// is unknown.
    static func codings(of values: [Substring]) -> [ContentCoding]? {
        var codings: [ContentCoding] = []
        for value in values {
            let name = value.lowercased()
            guard name != "identity" else { continue }
            guard let coding = name == "x-gzip" ? .gzip : ContentCoding(rawValue: name), codings.count < limit
            else { return nil }
            codings.append(coding)
        }
        return codings
    }

    /// Decodes the transfer codings of a body (RFC 9112 §7), of which SwiftNIO's decoder supports
    /// only `chunked`.
    ///
    /// No `TE` field is sent, so a server shouldn't use any other coding. Without this method, a
    /// server that does so anyway would deliver compressed bytes as the content.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/protocolViolation(_:)`` for an unknown coding.
    static func withoutTransferCodings(
        _ body: any TransportBody, _ headers: HTTPHeaders
    ) throws(FetchError) -> any TransportBody {
        guard let field = headers.first(name: "Transfer-Encoding"), field != "chunked" else { return body }
        let names = headers[canonicalForm: "Transfer-Encoding"].filter { $0.lowercased() != "chunked" }
        guard let codings = codings(of: names) else {
            throw FetchError(.protocolViolation("the transfer coding \(field) is unknown"))
        }
        return DecodedBody.decoding(body, codings)
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

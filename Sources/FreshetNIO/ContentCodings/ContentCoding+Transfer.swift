#if NIO
import FreshetCore
import NIOHTTP1

extension ContentCoding {
    /// Decodes the transfer codings of a body (RFC 9112 §7), of which SwiftNIO's decoder knows `chunked` alone.
    ///
    /// We send no `TE` field, so that a server should use no other. One that does so anyway would deliver compressed
    /// bytes as the content.
    ///
    /// - Throws: ``FetchError/Kind-swift.enum/protocolViolation(_:)`` for a coding that is unknown.
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
}
#endif

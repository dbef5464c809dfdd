import Foundation
import HTTPTypes

extension Request {
    /// Returns a hash of everything that a service receives with a request, and the request as
    /// errors show it.
    ///
    /// The hash covers method, address, fields and body. Only the location of a file is included,
    /// and nothing of a stream. It differs between runs of the process.
    package func fingerprint(for service: API) throws(FetchError) -> (number: Int, summary: FetchError.Request) {
        let outgoing = try OutgoingRequest(self, service: service, needsIdentity: false)
        var hasher = Hasher()
        hasher.combine(outgoing.method)
        hasher.combine(outgoing.bareAddress)
        var headers = outgoing.headers
        headers[.idempotencyKey] = nil  // it is another one for each call
        hasher.combine(headers)
        switch outgoing.body {
        case .bytes(let data): data.withUnsafeBytes { hasher.combine(bytes: $0) }
        case .file(let file): hasher.combine(file)
        case .stream, nil: break
        }
        return (hasher.finalize(), outgoing.summary)
    }
}

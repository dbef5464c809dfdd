import Foundation
import HTTPTypes

extension Request {
    /// A number that two requests share if a service receives the same from both: method, address, fields and body. With it, the
    /// request as errors show it.
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

import Foundation
import HTTPTypes

extension Request {
    /// A hash of what a service receives with a request: method, address, fields and body; and the request as errors
    /// show it.
    ///
    /// Of a file, only the location counts; the content of a stream does not count.
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

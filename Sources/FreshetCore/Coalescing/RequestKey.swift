import Foundation
import HTTPTypes

/// A number that separates calls: they share an in-flight request only within a group.
package enum SharingGroup: RequestOptionKey {
    package static let defaultValue: UInt64 = 0
    package static let sharing = OptionSharing<UInt64>.ifEqual
}

/// The key by which identical calls share an in-flight request.
///
/// It contains the secrets of the credentials, so that two accounts never share a response. It only
/// lives as long as the in-flight request, and is never stored or logged.
struct RequestKey: Hashable, Sendable {
    private struct Parts: Equatable {
        let method: HTTPRequest.Method
        let address: WebAddress
        let headers: HTTPFields
        let body: Data?
        let caller: [String]
        /// The options when the call began, and those that its interceptors have set since.
        let options: (RequestOptions, RequestOptions)

        static func == (first: Parts, second: Parts) -> Bool {
            first.method == second.method && first.address == second.address && first.headers == second.headers
                && first.body == second.body && first.caller == second.caller
                && first.options.0.mayShareRequest(with: second.options.0)
                && first.options.1.mayShareRequest(with: second.options.1)
        }
    }

    private final class Box: Sendable {
        let parts: Parts
        /// The hash of the method, address and body. It is computed only once, since each step
        /// looks up the callers.
        let hash: Int

        init(_ parts: Parts) {
            self.parts = parts
            var hasher = Hasher()
            hasher.combine(parts.method)
            hasher.combine(parts.address)
            hasher.combine(parts.body)
            hash = hasher.finalize()
        }
    }

    // Boxed, since each waiting caller and the table hold a copy.
    private let box: Box

    static func == (first: RequestKey, second: RequestKey) -> Bool {
        first.box === second.box || first.box.hash == second.box.hash && first.box.parts == second.box.parts
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(box.hash)
    }

    /// Makes the key of a request; `nil` if the request must not be shared.
    init?(_ request: OutgoingRequest, _ options: CallOptions) {
        // A stream has one reader.
        guard options.request.allowsSharing, request.options.allowsSharing, !options.isStream,
            // The response to TRACE describes the path of a single request (RFC 9110 §9.3.8).
            request.isReading, request.method != .trace, let identity = request.origin.identity
        else { return nil }
        let body: Data?
        switch request.body {
        case nil: body = nil
        case .bytes(let data): body = data
        case .file, .stream: return nil
        }
        var caller = identity.texts(in: request)
        for identity in request.identities { caller += identity.sharingTexts }
        box = Box(
            Parts(
                method: request.method, address: request.address, headers: request.headersWithoutTracing, body: body,
                caller: caller, options: (options.request, request.options)))
    }
}

import Foundation
import HTTPTypes

struct RetryOptions: Sendable {
    let permission: RetryPermission
    /// The request's own policy, or else the client's.
    let policy: RetryPolicy
    /// Whether the request of the call may be sent again.
    let mayRepeat: Bool
    /// Reads the service's own error.
    let serviceError: @Sendable (Data, HTTPResponse) -> ServiceError?

    /// The error of a response whose status is not 2xx.
    ///
    /// - Parameter now: The present date, to which a `Retry-After` date is compared.
    func refusal(_ head: HTTPResponse, _ body: Data, now: Date) -> FetchError {
        let response = FetchError.Response(head: head, body: body)
        if let error = serviceError(body, head) { return FetchError(.service(error), response: response, now: now) }
        if let failure = FetchError.PreconditionFailure(head.status) {
            return FetchError(.precondition(failure), response: response)
        }
        return FetchError(.status(head.status), response: response, now: now)
    }
}

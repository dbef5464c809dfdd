import Foundation
import HTTPTypes

struct RetryOptions: Sendable {
    let permission: RetryPermission
    /// The request's own policy, otherwise the client's.
    let policy: RetryPolicy
    /// Whether the request of the call may be sent again.
    let mayRepeat: Bool
    /// Reads the service's own error from the body of a response.
    let serviceError: @Sendable (Data, HTTPResponse) -> ServiceError?

    /// Returns the error for a response whose status isn't accepted.
    ///
    /// - Parameter now: The current date, with which a `Retry-After` date is compared.
    func refusal(_ head: HTTPResponse, _ body: Data, now: Date) -> FetchError {
        let response = FetchError.Response(head: head, body: body)
        // First, even for 412 and 428: the service explains its refusal better than the status
        // does.
        if let error = serviceError(body, head) { return FetchError(.service(error), response: response, now: now) }
        if let failure = FetchError.PreconditionFailure(head.status) {
            return FetchError(.precondition(failure), response: response)
        }
        return FetchError(.status(head.status), response: response, now: now)
    }
}

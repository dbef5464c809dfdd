import Foundation
import HTTPTypes

/// How patiently a request is sent; it goes with the request through its redirects.
struct Patience: Sendable {
    /// What of it can be compared: calls that differ in it share no exchange.
    struct Numbers: Hashable {
        let permission: RetryPermission
        let attempts: Int?
        let base: Duration?
        let cap: Duration?
        let attemptTimeout: Duration?
        let budget: RetryBudget?
    }

    let permission: RetryPermission
    /// The request's own policy; `nil` for the client's.
    let policy: RetryPolicy?
    let serviceError: @Sendable (Data, HTTPResponse) -> ServiceError?

    var numbers: Numbers {
        Numbers(
            permission: permission, attempts: policy?.attempts, base: policy?.base, cap: policy?.cap,
            attemptTimeout: policy?.attemptTimeout, budget: policy?.budget)
    }
}

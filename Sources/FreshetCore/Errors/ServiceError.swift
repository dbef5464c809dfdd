/// An error that a service reports about itself, out of the body of its answer.
public struct ServiceError: Error, Sendable, Hashable {
    /// The service's own code, such as `apiKeyInvalid` or `34`.
    public let code: String?
    /// The service's own message.
    public let message: String
    /// Whether the same request may succeed later without a change; `nil`, the default, leaves that to the status of the
    /// answer.
    public let isRetryable: Bool?

    public init(code: String?, message: String, isRetryable: Bool? = nil) {
        self.code = code
        self.message = message
        self.isRetryable = isRetryable
    }
}

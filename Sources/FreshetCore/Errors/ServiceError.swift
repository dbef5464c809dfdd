/// An error that a service reports in the body of its response.
public struct ServiceError: Error, Sendable, Hashable {
    /// The service's own code, such as `apiKeyInvalid` or `34`.
    public let code: String?
    /// The service's own message.
    public let message: String
    /// Whether the same request may succeed later; `nil`, the default, leaves it to the status of the response.
    public let isRetryable: Bool?

    /// Makes an error of a service.
    public init(code: String?, message: String, isRetryable: Bool? = nil) {
        self.code = code
        self.message = message
        self.isRetryable = isRetryable
    }
}

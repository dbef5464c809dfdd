/// An error that a service reports in the body of its response.
///
/// Return one from ``Service/serviceError(in:of:)``, and callers receive it as
/// ``FetchError/serviceError``:
///
/// ```swift
/// func serviceError(in body: Data, of response: HTTPResponse) -> ServiceError? {
///     guard let fault = try? decoder.decode(Fault.self, from: body) else { return nil }
///     return ServiceError(code: fault.code, message: fault.text, isRetryable: fault.code == "busy")
/// }
/// ```
public struct ServiceError: Error, Sendable {
    /// The service's own code, such as `apiKeyInvalid` or `34`.
    public let code: String?
    /// The service's own message, which people are shown as it is.
    public let message: String
    /// Whether the same request may succeed later; `nil`, the default, lets the status of the
    /// response decide.
    public let isRetryable: Bool?
    /// Further details of the error, in a type that the service defines; `nil` by default.
    ///
    /// The type must be `Hashable`, so that errors can be compared.
    ///
    /// ```swift
    /// if let seats = error.details as? BoxOffice.Seats { show(seats.left) }
    /// ```
    public var details: (any Hashable & Sendable)? { box?.details }
    private let box: Box?

    /// Boxed, so that details of any size take up one word in an error.
    private final class Box: Sendable {
        let details: any Hashable & Sendable

        init(_ details: any Hashable & Sendable) {
            self.details = details
        }
    }

    /// Makes an error of a service.
    ///
    /// - Parameters:
    ///   - code: The service's own code; `nil` if it has none.
    ///   - message: The message for people.
    ///   - isRetryable: Whether the same request may succeed later; `nil` lets the status decide.
    ///   - details: Further details, in a type that the service defines.
    public init(
        code: String?, message: String, isRetryable: Bool? = nil, details: (any Hashable & Sendable)? = nil
    ) {
        self.code = code
        self.message = message
        self.isRetryable = isRetryable
        box = details.map { Box($0) }
    }
}

extension ServiceError: Hashable {
    /// Compares two errors, including their details.
    public static func == (first: ServiceError, second: ServiceError) -> Bool {
        // `any Hashable` values can't be compared directly. `AnyHashable` compares their types as
        // well.
        first.code == second.code && first.message == second.message && first.isRetryable == second.isRetryable
            && first.details.map { AnyHashable($0) } == second.details.map { AnyHashable($0) }
    }

    /// Hashes the code, the message and the details.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(code)
        hasher.combine(message)
        hasher.combine(isRetryable)
        if let details { hasher.combine(AnyHashable(details)) }
    }
}

extension ServiceError: CustomStringConvertible, CustomReflectable {
    /// The parts of the error that are set, for developers.
    public var description: String {
        let parts = parts.map { "\($0.label): \(String(reflecting: $0.value))" }
        return "ServiceError(\(parts.joined(separator: ", ")))"
    }

    /// A mirror of the parts that are set.
    public var customMirror: Mirror {
        Mirror(self, children: parts.map { ($0.label, $0.value) }, displayStyle: .struct)
    }

    private var parts: [(label: String, value: Any)] {
        let parts: [(label: String, value: Any?)] = [
            ("code", code), ("message", message), ("isRetryable", isRetryable), ("details", details),
        ]
        return parts.compactMap { part in part.value.map { (part.label, $0) } }
    }
}

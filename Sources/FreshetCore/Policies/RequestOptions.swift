/// The options of a request, which are passed from its description through all stages to the
/// transport.
///
/// The modifiers of a ``Request`` set them, interceptors read them from an ``OutgoingRequest``, and
/// a transport reads them from a ``TransportRequest``. An option that only one of these reads has a
/// ``RequestOptionKey``.
///
/// Options may contain personal data: don't log them.
public struct RequestOptions: Sendable {
    /// The built-in options and the keyed ones. Calls share a request only if their contents are
    /// equal. An option that each call follows by itself is declared as ``OfEachCall``.
    struct Content: Equatable {
        var cache: CachePolicy = .automatic
        var retry = ComparedRetry(rule: .automatic)
        @OfEachCall var sharing: RequestSharing = .inFlight
        var redirects: RedirectMode?
        var statuses: AcceptedStatuses = .success
        var access: RequestAccess = .open
        @OfEachCall var timeout: Duration?
        var idleTimeout: Duration?
        var bodyLimit: Int?
        @OfEachCall var problem: String?
        var values = KeyedOptions()
    }

    private static let defaults = Box(Content())

    // Boxed, so that the request of a call, its stages and its transport share one copy.
    private var box = Self.defaults

    /// Whether calls with these options share requests at all.
    var allowsSharing: Bool { sharing == .inFlight && box.value.values.allowsSharing }

    /// Returns whether a call with these options may share a request with a call with other
    /// options.
    func mayShareRequest(with other: RequestOptions) -> Bool { box === other.box || box.value == other.box.value }

    /// Makes the default options, which leave every choice to the service and the client.
    public init() {}

    /// Returns the content to be changed, after copying it if it is shared.
    private mutating func own() -> Box<Content> {
        if !isKnownUniquelyReferenced(&box) { box = box.copy() }
        return box
    }

    /// The cache policy of the request. During a call, it is the client's policy if the request's
    /// own is ``CachePolicy/automatic``.
    public var cache: CachePolicy {
        get { box.value.cache }
        set { own().value.cache = newValue }
    }

    /// The retry rule.
    public var retry: RetryRule {
        get { box.value.retry.rule }
        set { own().value.retry.rule = newValue }
    }

    /// Whether the call may share an in-flight request with identical calls.
    public var sharing: RequestSharing {
        get { box.value.sharing }
        set { own().value.sharing = newValue }
    }

    /// Whether redirects are followed. `nil` uses ``ClientConfiguration/redirects``.
    public var redirects: RedirectMode? {
        get { box.value.redirects }
        set { own().value.redirects = newValue }
    }

    /// The statuses with which a call succeeds.
    public var statuses: AcceptedStatuses {
        get { box.value.statuses }
        set { own().value.statuses = newValue }
    }

    /// Whether the request carries the private credentials of its service.
    public var access: RequestAccess {
        get { box.value.access }
        set { own().value.access = newValue }
    }

    /// The timeout of the whole call. `nil` uses ``Limits/callTimeout``.
    public var timeout: Duration? {
        get { box.value.timeout }
        set { own().value.timeout = newValue }
    }

    /// The maximum time without a byte in either direction. `nil` uses ``Limits/idleTimeout``.
    public var idleTimeout: Duration? {
        get { box.value.idleTimeout }
        set { own().value.idleTimeout = newValue }
    }

    /// The maximum size of a decoded body that is read into memory, in bytes. `nil` uses
    /// ``Limits/bodyBytes``.
    public var bodyLimit: Int? {
        get { box.value.bodyLimit }
        set { own().value.bodyLimit = newValue }
    }

    /// The reason why the request can't be sent, as text that follows "The request can't be sent:";
    /// `nil` for a valid request.
    public var problem: String? {
        get { box.value.problem }
        set { own().value.problem = newValue }
    }

    /// The value of the option with a key; its default value if it isn't set.
    public subscript<Key: RequestOptionKey>(_ key: Key.Type) -> Key.Value {
        get { box.value.values[key] }
        set { own().value.values[key] = newValue }
    }
}

extension RequestOptions {
    /// An option that doesn't affect the response, so that calls may share a request even if they
    /// differ in it.
    @propertyWrapper struct OfEachCall<Value: Sendable>: Sendable, Equatable {
        var wrappedValue: Value

        static func == (first: Self, second: Self) -> Bool { true }
    }

    /// A retry rule that is compared without its closures.
    struct ComparedRetry: Sendable, Equatable {
        var rule: RetryRule

        static func == (first: Self, second: Self) -> Bool {
            first.rule.permission == second.rule.permission
                && first.rule.policy?.numbers == second.rule.policy?.numbers
        }
    }
}

/// Options by their keys.
struct KeyedOptions: Sendable, Equatable {
    private struct Option: Sendable {
        let key: any RequestOptionKey.Type
        let value: any Sendable
        /// Whether a call with the value shares requests at all.
        let allowsSharing: Bool

        /// Returns whether a call may share a request with a call that has another value of the
        /// option.
        func mayShare(with other: (any Sendable)?) -> Bool {
            func allows<Key: RequestOptionKey>(_ key: Key.Type) -> Bool {
                Key.sharing.allows(Self.read(value, key), Self.read(other, key))
            }
            return allows(key)
        }

        /// Returns a value as the type of its key, or the default value if there is none.
        static func read<Key: RequestOptionKey>(_ value: (any Sendable)?, _ key: Key.Type) -> Key.Value {
            // Without `flatMap`, a missing value would become `nil` rather than the default if the
            // type of the option is optional.
            value.flatMap { $0 as? Key.Value } ?? Key.defaultValue
        }
    }

    // There are few of them, and a linear search is faster than a dictionary.
    private var options: [Option] = []

    subscript<Key: RequestOptionKey>(_ key: Key.Type) -> Key.Value {
        get { options.isEmpty ? Key.defaultValue : Option.read(value(of: key), key) }
        set {
            options.removeAll { $0.key == key }
            // Asked once, when the option is set, and not again for each call that may share.
            let allowsSharing = Key.sharing.allows(newValue, newValue)
            options.append(Option(key: key, value: newValue, allowsSharing: allowsSharing))
        }
    }

    private func value(of key: any RequestOptionKey.Type) -> (any Sendable)? { options.first { $0.key == key }?.value }

    /// Whether no option forbids sharing.
    var allowsSharing: Bool { options.allSatisfy(\.allowsSharing) }

    static func == (first: KeyedOptions, second: KeyedOptions) -> Bool {
        // In both directions: each may have options that the other lacks.
        first.options.allSatisfy { $0.mayShare(with: second.value(of: $0.key)) }
            && second.options.allSatisfy { $0.mayShare(with: first.value(of: $0.key)) }
    }
}

/// The key of an option that a single stage, interceptor or transport reads.
///
/// ```swift
/// enum AuditReason: RequestOptionKey {
///     static let defaultValue: String? = nil
///     static let sharing = OptionSharing<String?>.always
/// }
///
/// extension Request {
///     func audited(as reason: String) -> Self { option(AuditReason.self, reason) }
/// }
/// ```
///
/// An interceptor reads it as `request.options[AuditReason.self]`. The option isn't part of the
/// cache key: calls that differ in it use the same stored response.
public protocol RequestOptionKey: SendableMetatype {
    /// The type of the option.
    associatedtype Value: Sendable
    /// The value for requests that don't set the option.
    static var defaultValue: Value { get }
    /// Whether calls that differ in the option may share an in-flight request. The request has the
    /// option of the call that started it.
    static var sharing: OptionSharing<Value> { get }
}

/// The rule by which calls with two values of an option share an in-flight request
/// (``RequestSharing/inFlight``).
public struct OptionSharing<Value: Sendable>: Sendable {
    /// Returns whether calls with two values may share a request.
    let allows: @Sendable (Value, Value) -> Bool

    /// Calls share a request whatever their values, because the option doesn't affect the response
    /// or each call follows it by itself.
    public static var always: Self { Self(allows: { _, _ in true }) }

    /// A call that sets the option doesn't share its request.
    public static var never: Self { Self(allows: { _, _ in false }) }

    /// Calls share a request if a function allows it for their two values. A value that the
    /// function rejects even when compared with itself is never shared.
    ///
    /// - Parameter allows: Must be symmetric and transitive. It runs while a lock is held, so it
    ///   may compare the values but must not use the client.
    public static func when(_ allows: @escaping @Sendable (Value, Value) -> Bool) -> Self { Self(allows: allows) }
}

extension OptionSharing where Value: Equatable {
    /// Calls share a request if their values are equal.
    public static var ifEqual: Self { Self(allows: { $0 == $1 }) }
}

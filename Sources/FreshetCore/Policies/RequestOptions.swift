/// The options of a request, which travel from its description to the transport.
///
/// The modifiers of a ``Request`` set them, stages read them from an ``OutgoingRequest``, and a transport from a
/// ``TransportRequest``. An option that only one of them reads has a ``RequestOptionKey``.
///
/// Options may hold what identifies people: do not log them.
public struct RequestOptions: Sendable {
    /// Calls share a request only if their contents are equal. An option that each of them follows by itself is declared
    /// as ``OfEachCall``.
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

    // Boxed: the request of a call, its stages and its transport share one copy.
    private var box = Self.defaults

    /// Whether calls with these options share a request at all.
    var allowsSharing: Bool { sharing == .inFlight && box.value.values.allowsSharing }

    /// Returns whether calls with these and with other options may share a request.
    func mayShareRequest(with other: RequestOptions) -> Bool { box === other.box || box.value == other.box.value }

    /// Makes options that leave everything to the service and the client.
    public init() {}

    /// The content for a change: it is copied first if others share it.
    private mutating func own() -> Box<Content> {
        if !isKnownUniquelyReferenced(&box) { box = box.copy() }
        return box
    }

    /// How the request uses the cache. During a call it is the client's policy if the request leaves its own at
    /// ``CachePolicy/automatic``.
    public var cache: CachePolicy {
        get { box.value.cache }
        set { own().value.cache = newValue }
    }

    /// The rule for retries.
    public var retry: RetryRule {
        get { box.value.retry.rule }
        set { own().value.retry.rule = newValue }
    }

    /// Whether the call may share the request of an identical one.
    public var sharing: RequestSharing {
        get { box.value.sharing }
        set { own().value.sharing = newValue }
    }

    /// Whether redirects are followed. `nil` uses ``ClientConfiguration/redirects``.
    public var redirects: RedirectMode? {
        get { box.value.redirects }
        set { own().value.redirects = newValue }
    }

    /// The statuses whose responses are values.
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

    /// The longest time in which no byte passes in either direction. `nil` uses ``Limits/idleTimeout``.
    public var idleTimeout: Duration? {
        get { box.value.idleTimeout }
        set { own().value.idleTimeout = newValue }
    }

    /// The largest decoded body that is read into memory, in bytes. `nil` uses ``Limits/bodyBytes``.
    public var bodyLimit: Int? {
        get { box.value.bodyLimit }
        set { own().value.bodyLimit = newValue }
    }

    /// The reason why the request must not be sent, as text that follows "The request can't be sent:".
    public var problem: String? {
        get { box.value.problem }
        set { own().value.problem = newValue }
    }

    /// The option of a key.
    public subscript<Key: RequestOptionKey>(_ key: Key.Type) -> Key.Value {
        get { box.value.values[key] }
        set { own().value.values[key] = newValue }
    }
}

extension RequestOptions {
    /// An option that says nothing about the response, so that calls share a request whatever they choose.
    @propertyWrapper struct OfEachCall<Value: Sendable>: Sendable, Equatable {
        var wrappedValue: Value

        static func == (first: Self, second: Self) -> Bool { true }
    }

    /// A rule for retries, compared without its closures.
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
        /// Whether a call with the value shares a request at all.
        let allowsSharing: Bool

        /// Returns whether a call may share the request of one with another value of the option.
        func mayShare(with other: (any Sendable)?) -> Bool {
            func allows<Key: RequestOptionKey>(_ key: Key.Type) -> Bool {
                Key.sharing.allows(Self.read(value, key), Self.read(other, key))
            }
            return allows(key)
        }

        /// Returns a value with the type of its key, or the default for none.
        static func read<Key: RequestOptionKey>(_ value: (any Sendable)?, _ key: Key.Type) -> Key.Value {
            // Without `flatMap`, no value would be `nil` where the type of the option is optional.
            value.flatMap { $0 as? Key.Value } ?? Key.defaultValue
        }
    }

    // There are few, which a search finds sooner than a dictionary does.
    private var options: [Option] = []

    subscript<Key: RequestOptionKey>(_ key: Key.Type) -> Key.Value {
        get { options.isEmpty ? Key.defaultValue : Option.read(value(of: key), key) }
        set {
            options.removeAll { $0.key == key }
            let allowsSharing = Key.sharing.allows(newValue, newValue)
            options.append(Option(key: key, value: newValue, allowsSharing: allowsSharing))
        }
    }

    private func value(of key: any RequestOptionKey.Type) -> (any Sendable)? { options.first { $0.key == key }?.value }

    /// Whether no option forbids to share.
    var allowsSharing: Bool { options.allSatisfy(\.allowsSharing) }

    static func == (first: KeyedOptions, second: KeyedOptions) -> Bool {
        first.options.allSatisfy { $0.mayShare(with: second.value(of: $0.key)) }
            && second.options.allSatisfy { $0.mayShare(with: first.value(of: $0.key)) }
    }
}

/// The key of an option that only one stage, interceptor or transport reads.
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
/// An interceptor reads it as `request.options[AuditReason.self]`. Calls that share a cached response may differ in it.
public protocol RequestOptionKey: SendableMetatype {
    /// The type of the option.
    associatedtype Value: Sendable
    /// The option of a request that does not set it.
    static var defaultValue: Value { get }
    /// Whether calls that differ in the option may share an in-flight request, which has the option of the call that
    /// began it.
    static var sharing: OptionSharing<Value> { get }
}

/// Whether calls with two values of an option may share an in-flight request (``RequestSharing/inFlight``).
public struct OptionSharing<Value: Sendable>: Sendable {
    /// Returns whether calls with two values may share.
    let allows: @Sendable (Value, Value) -> Bool

    /// Calls share whatever the option is: it does not change the response, or each call follows it by itself.
    public static var always: Self { Self(allows: { _, _ in true }) }

    /// A call for which the option is set does not share.
    public static var never: Self { Self(allows: { _, _ in false }) }

    /// Calls share if a function allows it for their two values. A value that it refuses even when compared with itself
    /// is never shared.
    ///
    /// - Parameter allows: Must be symmetric and transitive. It runs while a lock is held: it may compare the values, and
    ///   must not use the client.
    public static func when(_ allows: @escaping @Sendable (Value, Value) -> Bool) -> Self { Self(allows: allows) }
}

extension OptionSharing where Value: Equatable {
    /// Calls share if the option is the same.
    public static var ifEqual: Self { Self(allows: { $0 == $1 }) }
}

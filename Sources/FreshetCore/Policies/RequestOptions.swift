/// The options of a request, which travel from its description to the transport.
///
/// The modifiers of a ``Request`` set them, stages read them from an ``OutgoingRequest``, and a transport from a
/// ``TransportRequest``. An option that only one of them reads has a ``RequestOptionKey``.
///
/// Options may hold what identifies people: do not log them.
public struct RequestOptions: Sendable {
    private struct Content {
        var cache: CachePolicy = .automatic
        var retry: RetryRule = .automatic
        var sharing: RequestSharing = .inFlight
        var redirects: RedirectMode?
        var statuses: AcceptedStatuses = .success
        var access: RequestAccess = .open
        var timeout: Duration?
        var idleTimeout: Duration?
        var bodyLimit: Int?
        var problem: String?
        var values = KeyedValues()
    }

    private static let defaults = Box(Content())

    // Boxed: the request of a call, its stages and its transport share one copy.
    private var box = Self.defaults

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
        get { box.value.retry }
        set { own().value.retry = newValue }
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
        get { box.value.values[key, as: Key.Value.self] ?? Key.defaultValue }
        set { own().value.values[key, as: Key.Value.self] = newValue }
    }
}

/// The key of an option that only one stage, interceptor or transport reads.
///
/// ```swift
/// enum AuditReason: RequestOptionKey {
///     static let defaultValue: String? = nil
/// }
///
/// extension Request {
///     func audited(as reason: String) -> Self { option(AuditReason.self, reason) }
/// }
/// ```
///
/// An interceptor reads it as `request.options[AuditReason.self]`. Options are not compared: calls that share an
/// in-flight request, or a cached response, may differ in them.
public protocol RequestOptionKey {
    /// The type of the option.
    associatedtype Value: Sendable
    /// The option of a request that does not set it.
    static var defaultValue: Value { get }
}

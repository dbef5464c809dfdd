public import HTTPTypes

/// What the cache and shared in-flight requests have to know of the caller of a request.
///
/// A ``ClientPlugin`` puts one on the request of each call: `request[identity: Tenant.self] = Tenant(name)`. It lives
/// as long as its call. It may hold secrets: they are never written, and compared as a digest.
///
/// Everything but ``cacheTexts`` has a default.
public protocol CallerIdentity: Sendable {
    /// Texts that are equal for two callers if each may get cached responses of the other.
    var cacheTexts: [String] { get }

    /// Texts that are equal for two callers if they may share an in-flight request. By default those of the cache.
    var sharingTexts: [String] { get }

    /// The account that stored responses belong to, by which ``HTTPCache/removeAll(identity:)`` removes them; empty,
    /// the default, for none.
    ///
    /// It is stored as it is: use a digest. It counts for the cache, in addition to ``cacheTexts``.
    var owner: String { get }

    /// The fields that a later stage adds, by which stored responses are selected, too (`Vary`). None by default.
    var fields: HTTPFields { get }

    /// Whether a redirect to another origin ends it, as it does credentials. By default it stays.
    var isOfServiceOnly: Bool { get }

    /// Called when the call begins, on the caller's thread. Return quickly.
    func callDidBegin(_ call: CallContext)

    /// Called when the call has ended, once, on no particular thread. Return quickly.
    func callDidEnd(_ call: CallContext)
}

extension CallerIdentity {
    /// The texts of the cache.
    public var sharingTexts: [String] { cacheTexts }
    /// No account.
    public var owner: String { "" }
    /// No fields.
    public var fields: HTTPFields { [:] }
    /// It stays.
    public var isOfServiceOnly: Bool { false }
    /// Does nothing.
    public func callDidBegin(_ call: CallContext) {}
    /// Does nothing.
    public func callDidEnd(_ call: CallContext) {}
}

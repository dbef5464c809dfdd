public import HTTPTypes

/// A description of a caller that keeps cached and shared responses of different callers apart.
///
/// ```swift
/// struct Tenant: CallerIdentity {
///     let name: String
///     var cacheTexts: [String] { ["tenant \(name)"] }
/// }
/// ```
///
/// A ``ClientPlugin`` puts one on the request of each call:
/// `request[identity: Tenant.self] = Tenant(name: name)`. It lives as long as its call. It may hold
/// secrets: they are compared as a digest and never stored.
///
/// Only ``cacheTexts`` is required.
public protocol CallerIdentity: Sendable {
    /// The texts that are equal for two callers if each may get cached responses of the other.
    var cacheTexts: [String] { get }

    /// The texts that are equal for two callers if they may share an in-flight request. By default,
    /// ``cacheTexts``.
    var sharingTexts: [String] { get }

    /// The account that stored responses belong to; empty, the default, for none.
    ///
    /// ``HTTPCache/removeAll(identity:)`` removes responses by it. It is stored unchanged, so use a
    /// digest. The cache compares it in addition to ``cacheTexts``.
    var owner: String { get }

    /// The fields that a later stage adds, so that responses can vary on them (`Vary`). None by
    /// default.
    var fields: HTTPFields { get }

    /// Whether a redirect to another origin removes the identity, as it does credentials.
    ///
    /// `false` by default.
    var isOfServiceOnly: Bool { get }

    /// Called when the call begins, on the caller's thread. Return quickly.
    func callDidBegin(_ call: CallContext)

    /// Called once, when the call has ended, on no particular thread. Return quickly.
    func callDidEnd(_ call: CallContext)
}

extension CallerIdentity {
    /// The default: ``cacheTexts``.
    public var sharingTexts: [String] { cacheTexts }
    /// The default: no account.
    public var owner: String { "" }
    /// The default: no fields.
    public var fields: HTTPFields { [:] }
    /// The default: a redirect leaves the identity in place.
    public var isOfServiceOnly: Bool { false }
    /// Does nothing, the default.
    public func callDidBegin(_ call: CallContext) {}
    /// Does nothing, the default.
    public func callDidEnd(_ call: CallContext) {}
}

import Foundation
import FreshetCore
import HTTPTypes

/// The facts of a state besides its value, which are the same for every observer.
struct StateFacts: Sendable {
    var origin: ResourceOrigin?
    var error: FetchError?
    var activity = ResourceActivity.idle
    var date: Date?
    var pendingChanges = 0
    /// The durable writes that change it and were not delivered, in their order.
    var pendingWrites: [WriteID] = []
    var response: HTTPResponse?
    var updates = 0
    var failures = 0
    /// Changes with the shown value, so that values without `==` needn't be compared.
    var revision = Revision()
    /// The number at which the value was requested: ``ResourceMachine/Base/asOf``.
    var asOf: Stamp = 0
    /// How often the app has changed the value, or taken a change back.
    var appChanges = 0
    /// The time before which nothing is fetched automatically, after a failure.
    var heldUntil: Duration?
    /// The number of the invalidation that the value is older than; 0 for none, and while a write delays its fetch.
    var invalidated: Stamp = 0
    /// Changes when another account calls.
    var account: UInt64 = 0
    /// Whether the value comes from the cache, and the server has to confirm it once it is stale.
    var needsConfirmation = false
    /// The date until which the response is fresh; `nil` if the value is missing or invalid, and so
    /// stale for every observer.
    var freshUntil: Date?

    /// Whether the value is missing, invalid or older than an observer accepts. The date is read only if it matters.
    func isStale(_ freshness: ResourceFreshness, at now: @autoclosure () -> Date) -> Bool {
        guard let date, let freshUntil else { return true }
        guard let end = freshness.end(of: date, freshUntil) else { return false }
        return now() >= end
    }

    /// Whether both belong to the same response, whatever the app has changed.
    func isOfSameResponse(as other: Self) -> Bool {
        account == other.account && asOf == other.asOf && updates == other.updates
    }

    /// Whether both are equal, without comparing their revisions, accounts, responses and freshness.
    func isSame(as other: Self) -> Bool {
        updates == other.updates && failures == other.failures && pendingChanges == other.pendingChanges
            && pendingWrites == other.pendingWrites && date == other.date && origin == other.origin
            && activity == other.activity && error == other.error
    }
}

extension ResourceFreshness {
    /// When a value becomes stale that the server made at a date; `nil` for never.
    func end(of date: Date, _ freshUntil: Date) -> Date? {
        switch self {
        case .asTheServerSays: freshUntil
        case .lasting(let duration): date.addingTimeInterval(duration / .seconds(1))
        case .untilInvalidated: nil
        case .none: .distantPast
        }
    }
}

import Foundation
import FreshetCore

/// The state machine of one resource: it handles an event and returns the effects to carry out.
///
/// It uses no clock, no network and no lock. It follows four rules:
///
/// 1. Order: fetches, invalidations and changes by hand take numbers of one sequence (``Stamp``).
/// 2. As-of: data carries the number at which it was requested, and never replaces data with a
///    larger number.
/// 3. Invalid: a resource is invalid while the number of its last invalidation is larger than its
///    data's number. There is no flag that could be cleared too early, so no invalidation is lost.
/// 4. Log: the shown value is the server's newest data with the app's changes that it may lack
///    applied to it.
struct ResourceMachine<Value: Sendable>: Sendable {
    struct Base: Sendable {
        var value: Value
        /// The number at which the data was requested. For stored data, it is 0 or the number of an
        /// earlier invalidation.
        var asOf: Stamp
        var facts: ValueFacts
    }

    /// A change of the app that the base may not contain: a write, or an update by hand.
    struct Change: Sendable {
        enum Phase: Sendable {
            case pending
            /// The server has confirmed it, or it needs no server. Responses requested after the number contain it.
            case done(Stamp)
            /// It was sent, and no response was received. Responses requested after the number show
            /// whether it took effect.
            case unknown(Stamp)
        }

        /// The number at which it began, which also identifies a write.
        let began: Stamp
        var phase: Phase
        /// The durable write that it belongs to, which its outbox still has to deliver.
        var durable: WriteID?
        /// Whether its write waits for longer than other writes do, such as for the network.
        /// Fetches don't wait for it.
        var isHeld = false
        /// Whether another plan of the same durable write replaces it. It stays applied until the
        /// other plan is applied as well.
        var isSuperseded = false
        /// The function that changes the value; `nil` for a write that changes it only by its response.
        var apply: (@Sendable (inout Value) -> Void)?

        var ended: Stamp? {
            switch phase {
            case .pending: nil
            case .done(let stamp), .unknown(let stamp): stamp
            }
        }

        var isPending: Bool { ended == nil }
    }

    private let sharedRules: Shared<ResourceRules>

    @Occasional var base: Base?
    /// The app's changes, in the order in which they began.
    var changes: [Change] = []
    /// The number of its last invalidation; 0 for none.
    var invalid: Stamp = 0
    /// The number of the last invalidation or change. A fetch shares no request that began before it.
    var barrier: Stamp = 0
    @Occasional var failure: FetchFailure?
    @Occasional var fetch: RunningFetch?
    /// The number of observers with the same options.
    var observers: [ObservationOptions: Int] = [:]
    var awaiters: [Stamp: WaitingCaller] = [:]
    /// The writes in progress that make it stale without changing its value.
    var awaitedWrites: Set<Stamp> = []
    /// The data to start with if neither memory nor the cache has any.
    @Occasional var initial: Base?

    /// The longest keep time that was chosen so far; `nil` until the resource is first used.
    @CompactDuration var keepTime: Duration?
    /// The time since which no observer or caller wants it to be fetched; `nil` while one does.
    @CompactDuration var unwantedSince: Duration?
    /// When the last fetch ended, or polling began.
    @CompactDuration var lastEnd: Duration?
    @CompactDuration var lastResponse: Duration?
    /// The date up to which observers were notified of expiry.
    var noticed = Date.distantPast
    /// The freshness that a prefetch requires after the cache was read; `nil` without a prefetch.
    @Occasional var prefetched: ResourceFreshness?

    /// Changes with the shown value.
    var revision = Revision()
    var updates = 0
    var failures = 0
    /// How often the app has changed the value, or taken a change back.
    var appChanges = 0

    var effects: [ResourceEffect] = []

    // The small properties are adjacent, so that they share a word.
    var hasChanged = false
    var isRemoved = false
    /// Whether it was used since the last report to the store. A caller may appear and leave within
    /// one event.
    var wasUsed = false
    var restore = RestoreStep.untouched

    init(rules: Shared<ResourceRules>, at time: Duration) {
        sharedRules = rules
        unwantedSince = time
    }

    var rules: ResourceRules { sharedRules.value }

    /// Whether an observer or a waiting caller keeps it in memory.
    var isUsed: Bool { !observers.isEmpty || !awaiters.isEmpty }

    /// Whether an observer wants it to be fetched.
    var hasActiveObserver: Bool { observers.keys.contains { !$0.isPassive } }

    /// Whether an observer or a caller wants it to be fetched.
    var isWanted: Bool { !awaiters.isEmpty || hasActiveObserver }

    var isWritten: Bool { changes.contains { $0.isPending } }

    /// Whether a write is being sent that changes it.
    var isBeingWritten: Bool { changes.contains { $0.isPending && !$0.isHeld } }

    /// Whether a write in progress will make it stale, so that it is fetched only after that write.
    var awaitsWrite: Bool { isBeingWritten || !awaitedWrites.isEmpty }

    /// Whether it has no observer and no waiting caller, and nothing is in progress for it.
    var isUnused: Bool { !isUsed && fetch == nil && restore != .reading && !isWritten }

    var isInvalid: Bool { invalid > (base?.asOf ?? 0) }
}

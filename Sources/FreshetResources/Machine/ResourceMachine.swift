import Foundation
import FreshetCore

/// The state of one resource, as a machine: it takes an event and says what is to be done.
///
/// It knows no time, no network and no lock. Four rules carry it:
///
/// 1. Order: fetches, invalidations and changes by hand take numbers of one sequence (``Stamp``).
/// 2. As-of: data carry the number at which they were asked for, and never replace data with a larger one.
/// 3. Invalid: a resource is invalid while the number of its last invalidation is larger than that of its data. No flag is ever
///    cleared, so that none can be lost.
/// 4. Log: what is shown is the newest data of the server, with the app's changes applied that are not older than those.
struct ResourceMachine<Value: Sendable>: Sendable {
    /// The newest data.
    struct Base: Sendable {
        var value: Value
        /// The number at which they were asked for; 0 for what was stored.
        var asOf: Stamp
        var facts: ValueFacts
    }

    /// A change of the app that the base may not contain: a write, or an update by hand.
    struct Change: Sendable {
        enum Phase: Sendable {
            /// Its request is under way.
            case pending
            /// The server has confirmed it, or it needs no server. Responses asked for after the number contain it.
            case done(Stamp)
            /// It was sent, and no response came. Responses asked for after the number say whether it is there.
            case unknown(Stamp)
        }

        /// When it began. It is also the name of a write.
        let began: Stamp
        var phase: Phase
        /// What it does to the value; `nil` for a write whose response alone says it.
        var apply: (@Sendable (inout Value) -> Void)?

        var ended: Stamp? {
            switch phase {
            case .pending: nil
            case .done(let stamp), .unknown(let stamp): stamp
            }
        }

        var isPending: Bool { ended == nil }
    }

    struct Failure: Sendable {
        let error: FetchError
        let hold: Duration
        /// Until when nothing is fetched automatically.
        let holdUntil: Duration
    }

    enum Restore: Sendable {
        case untouched, reading, done
    }

    struct Fetch: Sendable {
        enum Phase: Sendable, Hashable {
            case running, paused
            case waiting(attempt: Int, until: Date, failure: String)
        }

        var plan: FetchPlan
        var phase = Phase.running
        /// Whether it goes on when nobody waits for it.
        var isKept = false
    }

    /// A caller that waits for a value.
    struct Awaiter: Sendable {
        let waiting: Waiting
        /// A response will do that was asked for at this number or later.
        let needs: Stamp
    }

    private let sharedRules: Shared<ResourceRules>

    @Occasional var base: Base?
    /// The app's changes, in the order in which they began.
    var changes: [Change] = []
    /// When it was last invalidated; 0 for never.
    var invalid: Stamp = 0
    /// The last invalidation or change: an exchange that began before it is too old.
    var barrier: Stamp = 0
    @Occasional var failure: Failure?
    @Occasional var fetch: Fetch?
    /// How many observers there are with the same choices.
    var observers: [ObservationOptions: Int] = [:]
    var awaiters: [Stamp: Awaiter] = [:]
    /// The further pages of a list that are requested.
    var pages: Set<Stamp> = []
    /// The value for when neither memory nor cache has one.
    @Occasional var initial: Base?

    /// The longest keep time that was asked for; `nil` as long as nobody has used it.
    @CompactDuration var keepTime: Duration?
    /// Since when nobody uses it; `nil` while it is used.
    @CompactDuration var unusedSince: Duration?
    /// When the last fetch ended, or polling began.
    @CompactDuration var lastEnd: Duration?
    /// When the last response came.
    @CompactDuration var lastResponse: Duration?
    /// Until when expiry was noticed.
    var noticed = Date.distantPast
    /// How fresh the value has to be that is prefetched after the reading of the cache; `nil` if none is.
    @Occasional var prefetched: ResourceFreshness?

    /// Changes with what is shown.
    var revision = Revision()
    var updates = 0
    var failures = 0

    /// What the present event has led to.
    var effects: [ResourceEffect] = []

    // The small ones stand together, so that they share a word.
    var hasChanged = false
    var isRemoved = false
    /// Whether it was used since the last report to the store. A caller may have come and gone in one event.
    var wasUsed = false
    var restore = Restore.untouched

    init(rules: Shared<ResourceRules>, at time: Duration) {
        sharedRules = rules
        unusedSince = time
    }

    var rules: ResourceRules { sharedRules.value }

    var isUsed: Bool { !observers.isEmpty || !awaiters.isEmpty }

    /// Whether the request of a write is under way.
    var isWritten: Bool { changes.contains(where: \.isPending) }

    /// Whether nobody uses it and nothing is under way for it.
    var isUnused: Bool { !isUsed && fetch == nil && pages.isEmpty && restore != .reading && !isWritten }

    var isInvalid: Bool { invalid > (base?.asOf ?? 0) }
}

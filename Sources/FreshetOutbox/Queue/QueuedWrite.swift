#if SQLite
import Foundation

/// The facts that the queue knows about one write. Its input and its request are only in the file.
struct QueuedWrite: Sendable, Equatable {
    /// Whether the request may have reached the server under its current key.
    enum Arrival: Int, Sendable {
        /// No request was sent.
        case unsent = 0
        /// Requests were sent, and the server rejected all of them.
        case refused = 1
        /// A request was sent, and its effect isn't known.
        case open = 2
    }

    enum Phase: String, Sendable {
        /// It waits for its turn, or is being sent.
        case waiting
        /// This build has no action for its name and version.
        case unreadable
        /// It may have been applied, and only the app can decide what to do.
        case unconfirmed
        /// It failed permanently, and stays stored until the app decides.
        case failed
    }

    /// The position in the order of all writes. It is never reused.
    var sequence: Int64
    var id: UUID
    var name: String
    /// The idempotency key. The progress of an attempt is stored only if the row still has this
    /// key.
    var key = ""
    /// The host of the service, for which the number of concurrent requests is limited.
    var host = ""
    /// Whether the host is this machine, which needs no network.
    var isLocal = false
    /// A digest of the account; empty for none.
    var account = ""
    var scope: String?
    var replaceKey: String?
    var rule = WriteFailureRule.continuing
    var repetition = WriteRepetition.Rule.never
    var canConfirm = false
    var lifetime: Duration?
    var phase = Phase.waiting
    var arrival = Arrival.unsent
    /// The number of requests that were handed to the transport, including those by earlier
    /// processes.
    var attempts = 0
    /// The number of conflicts in a row.
    var conflicts = 0
    var created: Date
    /// When a request was first sent under the current key.
    var firstSent: Date?
    /// The date before which nothing is sent.
    var notBefore: Date?
    /// The delay that led to this date. A clock that is set back doesn't prolong it further.
    var wait = Duration.zero
    /// The code of the last error.
    var error: String?
    /// The write whose failure cancelled this one.
    var cancelledBy: UUID?
    /// The number of bytes that it takes in the file.
    var bytes = 0
    /// Whether its row differs from the stored bytes. A damaged write is never sent.
    var isDamaged = false

    /// Whether its request may be sent again although it may have been applied.
    func mayRepeat(at now: Date) -> Bool {
        switch repetition {
        case .idempotent: true
        case .never: false
        case .key(let lifetime):
            // The distance in both directions: a clock that was set back must not prolong the life of the
            // key.
            firstSent.map { abs(now.timeIntervalSince($0)) < lifetime / .seconds(1) } ?? true
        }
    }

    /// The time until it may be sent.
    func delay(at now: Date) -> Duration {
        guard let notBefore else { return .zero }
        return min(wait, max(.zero, .seconds(notBefore.timeIntervalSince(now))))
    }

    /// When it expires; in the distant future if it never does.
    var expiry: Date {
        guard let lifetime, arrival != .open else { return .distantFuture }
        return created.addingTimeInterval(lifetime / .seconds(1))
    }

    func isExpired(at now: Date) -> Bool { now >= expiry }

    /// The lane of the write. Writes of one lane are sent one after another: the writes of a scope,
    /// or writes that replace each other.
    var lane: String? {
        scope.map { "\(account)\u{0}\($0)" } ?? replaceKey.map { "\(account)\u{0}\u{0}\($0)" }
    }

    /// Whether its state prevents the later writes of its scope from being sent.
    var holdsLane: Bool {
        switch phase {
        case .waiting, .unreadable: true
        case .unconfirmed: rule != .continuing
        case .failed: rule == .holds && cancelledBy == nil
        }
    }
}
#endif

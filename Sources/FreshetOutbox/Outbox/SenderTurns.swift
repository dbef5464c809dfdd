#if SQLite
/// Decides when an outbox takes the turn to send from another one, and when it gives it up.
///
/// It is a pure value that the outbox consults each time it checks the file.
struct SenderTurns: Sendable {
    /// The number of checks without a sign of life after which the sender counts as suspended: five
    /// seconds.
    static let silentLooks = 10
    /// The number of checks without anything to send after which a sender gives up the turn.
    static let idleLooks = 4
    /// The number of checks for which it doesn't take the turn back.
    static let pausedLooks = 2

    private var seen: OutboxLock.Mark?
    private var silent = 0
    private var idle = 0
    private var paused = 0

    /// Returns whether the sender is suspended.
    mutating func isSuspended(_ mark: OutboxLock.Mark?) -> Bool {
        guard mark == seen else {
            (seen, silent) = (mark, 0)
            return false
        }
        silent += 1
        guard silent >= Self.silentLooks else { return false }
        silent = 0
        return true
    }

    /// Returns whether a sender gives up the turn, since others may be able to send what it can't.
    mutating func yields(isIdle: Bool, lacksSome: Bool) -> Bool {
        idle = isIdle && lacksSome ? idle + 1 : 0
        guard idle >= Self.idleLooks else { return false }
        idle = 0
        return true
    }

    /// Notes that the outbox has given up the turn.
    mutating func pause() { paused = Self.pausedLooks }

    /// Returns whether an outbox that gave up the turn may take it again.
    mutating func mayTake() -> Bool {
        guard paused > 0 else { return true }
        paused -= 1
        return false
    }
}
#endif

#if SQLite
/// Decides when an outbox takes the turn to send from another one, and when it leaves it to others.
///
/// A pure value, which is asked each time the outbox looks at the file.
struct SenderTurns: Sendable {
    /// After how many looks without a sign of life the sender is taken for suspended: five seconds.
    static let silentLooks = 10
    /// After how many looks without anything that it can send a sender leaves the turn to others.
    static let idleLooks = 4
    /// For how many looks it does not take it back.
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

    /// Returns whether a sender leaves the turn to others, which may be able to send what it can't.
    mutating func yields(isIdle: Bool, lacksSome: Bool) -> Bool {
        idle = isIdle && lacksSome ? idle + 1 : 0
        guard idle >= Self.idleLooks else { return false }
        idle = 0
        return true
    }

    /// Notes that an outbox has left the turn to others.
    mutating func pause() { paused = Self.pausedLooks }

    /// Returns whether an outbox that has left the turn to others may take it again.
    mutating func mayTake() -> Bool {
        guard paused > 0 else { return true }
        paused -= 1
        return false
    }
}
#endif

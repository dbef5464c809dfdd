#if SQLite
import Foundation
import FreshetCore

/// Decides which writes are sent next. It is a pure value: the outbox carries out its decisions and
/// stores its changes.
struct WriteQueue: Sendable {
    /// A write that waits until a date.
    private struct Rest: Comparable {
        let date: Date
        let sequence: Int64

        static func < (left: Self, right: Self) -> Bool { (left.date, left.sequence) < (right.date, right.sequence) }
    }

    /// A step to take for a write.
    enum Step: Sendable, Equatable {
        /// Send it. It is in progress until ``end(_:_:at:)``.
        case send(Int64)
        /// Ask the server whether it was applied. It is in progress until ``end(_:_:at:)``.
        case confirm(Int64)
    }

    struct Plan: Sendable, Equatable {
        var steps: [Step] = []
        /// The writes that have now failed or become unconfirmed, and must be stored.
        var changed: [Int64] = []
        /// The time until a write that waits may be sent.
        var wake: Duration?
    }

    /// The effect of a change on the file.
    enum Change: Sendable, Equatable {
        /// The row is stored as it is now.
        case updated(Int64)
        /// The row is removed.
        case removed(QueuedWrite)
        /// The row is removed, and a later write takes its position if it was stored at a former one.
        case replaced(QueuedWrite, by: UUID, from: Int64?)
        /// The conflict has to be resolved: ``resolve(_:_:at:)``.
        case conflict(Int64)

        var isRemoval: Bool { if case .removed = self { true } else { false } }
    }

    enum Resolution: Sendable, Equatable {
        case retry
        case discard
        case fail
    }

    /// The maximum number of consecutive conflicts that are resolved.
    static let conflictLimit = 3

    let policy: RetryPolicy
    let perHost: Int
    private(set) var writes: [Int64: QueuedWrite] = [:]
    /// The sequences in ascending order.
    private(set) var order: [Int64] = []
    /// The number of writes of each phase.
    private(set) var counts: [QueuedWrite.Phase: Int] = [:]
    private(set) var bytes = 0
    /// The writes in progress, with what was known about them before.
    private(set) var inProgress: [Int64: (arrival: QueuedWrite.Arrival, attempts: Int, firstSent: Date?)] = [:]
    /// The writes that wait until an account signs in.
    private(set) var signedOut: Set<Int64> = []
    /// The writes whose conflicts are being resolved.
    private(set) var resolving: Set<Int64> = []
    /// The writes that have changed, with their sequences, since they were last taken.
    private var touched: [UUID: Int64] = [:]
    private var unsentByKey: [String: Int64] = [:]
    private var hosts: Set<String> = []
    /// The writes of each lane that hold it, in ascending order.
    private var lanes: [String: [Int64]] = [:]
    /// The writes that may be sent when their turn comes, in ascending order.
    private var ready: [Int64] = []
    /// The writes that wait until a date. Neither they nor the signed-out ones expire before
    /// ``restingExpiry``.
    private var resting: [Rest] = []
    private var restingExpiry = Date.distantFuture
    /// The writes that were appended since the last decision.
    private var appended: [Int64] = []
    /// When the last decision was made, and whether it considered all writes that are ready, as
    /// they are now.
    private var decided: Date?
    private var isConsidered = false
    /// The date of the first expiry among those that were considered.
    private var expiry = Date.distantFuture
    /// Whether there is certainly no network.
    var isOffline = false { didSet { isConsidered = false } }

    init(policy: RetryPolicy, perHost: Int) {
        self.policy = policy
        self.perHost = perHost
    }

    // MARK: - The writes

    mutating func insert(_ write: QueuedWrite) {
        let sequence = write.sequence
        if let last = order.last, last > sequence { isConsidered = false }
        order.insertSorted(sequence)
        if isConsidered { appended.append(sequence) }
        hosts.insert(write.host)
        put(write)
    }

    /// Removes a write that is not in progress.
    @discardableResult
    mutating func remove(_ sequence: Int64) -> QueuedWrite? {
        guard let write = writes.removeValue(forKey: sequence) else { return nil }
        isConsidered = false
        touched[write.id] = sequence
        order.removeSorted(sequence)
        uncount(write)
        signedOut.remove(sequence)
        resolving.remove(sequence)
        inProgress[sequence] = nil
        return write
    }

    /// Returns the write that a new one with the key replaces: one that was never sent.
    func replaced(by key: String, account: String) -> QueuedWrite? {
        guard let sequence = unsentByKey["\(account)\u{0}\(key)"], let write = writes[sequence],
            write.phase == .waiting, write.arrival == .unsent, inProgress[sequence] == nil,
            !resolving.contains(sequence)
        else { return nil }
        return write
    }

    /// Changes a write that is not in progress.
    mutating func change(_ sequence: Int64, _ change: (inout QueuedWrite) -> Void) {
        guard var write = writes[sequence] else { return }
        isConsidered = false
        change(&write)
        signedOut.remove(sequence)
        put(write)
    }

    /// Returns the writes that have changed since the last call.
    mutating func takeTouched() -> [UUID: Int64] {
        defer { touched = [:] }
        return touched
    }

    private mutating func put(_ write: QueuedWrite) {
        if let old = writes[write.sequence] { uncount(old) }
        writes[write.sequence] = write
        touched[write.id] = write.sequence
        counts[write.phase, default: 0] += 1
        bytes += write.bytes
        if write.holdsLane, let lane = write.lane { lanes[lane, default: []].insertSorted(write.sequence) }
        if let key = write.replaceKey, write.arrival == .unsent {
            unsentByKey["\(write.account)\u{0}\(key)"] = write.sequence
        }
        place(write)
    }

    /// Adds a write to those that are ready, or that wait until a date.
    private mutating func place(_ write: QueuedWrite) {
        let sequence = write.sequence
        guard write.phase == .waiting, inProgress[sequence] == nil, !resolving.contains(sequence) else { return }
        let isSignedOut = signedOut.contains(sequence)
        guard isSignedOut || write.notBefore != nil else { return ready.insertSorted(sequence) }
        restingExpiry = min(restingExpiry, write.expiry)
        if !isSignedOut, let date = write.notBefore { resting.insertSorted(Rest(date: date, sequence: sequence)) }
    }

    private mutating func uncount(_ write: QueuedWrite) {
        counts[write.phase, default: 0] -= 1
        bytes -= write.bytes
        ready.removeSorted(write.sequence)
        if let date = write.notBefore { resting.removeSorted(Rest(date: date, sequence: write.sequence)) }
        if write.holdsLane, let lane = write.lane {
            lanes[lane]?.removeSorted(write.sequence)
            if lanes[lane]?.isEmpty == true { lanes[lane] = nil }
        }
        guard let key = write.replaceKey.map({ "\(write.account)\u{0}\($0)" }) else { return }
        if unsentByKey[key] == write.sequence { unsentByKey[key] = nil }
    }

    // MARK: - Sending

    /// Decides which writes are sent now. The returned steps are in progress from here on.
    ///
    /// If nothing else has changed, only appended writes are considered, and waiting ones never
    /// are. Enqueueing therefore costs the same however many writes there are.
    mutating func next(at now: Date) -> Plan {
        var plan = Plan()
        var running: [String: Int] = [:]
        for sequence in inProgress.keys { running[writes[sequence]?.host ?? "", default: 0] += 1 }
        endRests(at: now)
        if !isConsidered || now >= expiry {
            expiry = .distantFuture
            consider(ready, now, &running, &plan)
            isConsidered = true
        } else {
            consider(appended, now, &running, &plan)
        }
        appended = []
        plan.wake = resting.first.flatMap { writes[$0.sequence]?.delay(at: now) }
        return plan
    }

    private var isFull: Bool { inProgress.count >= perHost * max(hosts.count, 1) }

    private mutating func consider(
        _ sequences: [Int64], _ now: Date, _ running: inout [String: Int], _ plan: inout Plan
    ) {
        for sequence in sequences {
            if isFull { break }
            guard let write = writes[sequence] else { continue }
            if let lane = write.lane, let holder = lanes[lane]?.first, holder < sequence { continue }
            decide(write, now, &running, &plan)
        }
    }

    /// Moves writes to the ready ones if their date has been reached or they have expired.
    private mutating func endRests(at now: Date) {
        let isSetBack = decided.map { now < $0 } ?? true
        if isSetBack { for rest in resting { limit(rest, at: now) } }
        decided = now
        let due = resting.prefix { $0.date <= now }
        resting.removeFirst(due.count)
        for rest in due { ready.insertSorted(rest.sequence) }
        if !due.isEmpty || isSetBack { isConsidered = false }
        if now >= restingExpiry { endExpired(at: now) }
    }

    private mutating func endExpired(at now: Date) {
        restingExpiry = .distantFuture
        isConsidered = false
        for sequence in resting.map(\.sequence) + signedOut {
            guard let write = writes[sequence] else { continue }
            guard write.isExpired(at: now) else {
                restingExpiry = min(restingExpiry, write.expiry)
                continue
            }
            if let date = write.notBefore { resting.removeSorted(Rest(date: date, sequence: sequence)) }
            ready.insertSorted(sequence)
        }
    }

    /// Restarts the delay of a write, once, if the clock was set back.
    private mutating func limit(_ rest: Rest, at now: Date) {
        guard let write = writes[rest.sequence], rest.date.timeIntervalSince(now) > write.wait / .seconds(1) else {
            return
        }
        self.rest(write, until: now.addingTimeInterval(write.delay(at: now) / .seconds(1)))
    }

    private mutating func rest(_ write: QueuedWrite, until date: Date) {
        var write = write
        write.notBefore = date
        put(write)
    }

    private mutating func decide(
        _ write: QueuedWrite, _ now: Date, _ running: inout [String: Int], _ plan: inout Plan
    ) {
        let sequence = write.sequence
        guard write.phase == .waiting, inProgress[sequence] == nil, !resolving.contains(sequence) else { return }
        if write.isExpired(at: now) {
            plan.changed += fail(write, code: "expired").map(\.sequence)
            return
        }
        expiry = min(expiry, write.expiry)
        guard !signedOut.contains(sequence) else { return }
        let delay = write.delay(at: now)
        guard delay <= .zero else {
            // It was ready before the clock was set back.
            return rest(write, until: now.addingTimeInterval(delay / .seconds(1)))
        }
        let mustConfirm = write.arrival == .open && !write.mayRepeat(at: now)
        if mustConfirm, !write.canConfirm {
            plan.changed.append(sequence)
            change(sequence) { $0.phase = .unconfirmed }
            return
        }
        guard !isOffline || write.isLocal, running[write.host, default: 0] < perHost else { return }
        running[write.host, default: 0] += 1
        inProgress[sequence] = (write.arrival, write.attempts, write.firstSent)
        ready.removeSorted(sequence)
        touched[write.id] = sequence
        plan.steps.append(mustConfirm ? .confirm(sequence) : .send(sequence))
    }

    /// Notes that the request of a write is about to be sent, and returns the write as it must be
    /// stored first.
    ///
    /// - Parameter repetition: Whether that request may be repeated; `nil` leaves it as it is.
    mutating func beginSending(
        _ sequence: Int64, at now: Date, repetition: WriteRepetition.Rule? = nil
    ) -> QueuedWrite? {
        guard inProgress[sequence] != nil, var write = writes[sequence] else { return nil }
        write.repetition = repetition ?? write.repetition
        write.attempts += 1
        write.arrival = .open
        write.firstSent = write.firstSent ?? now
        put(write)
        return write
    }

    /// Ends the step that is in progress for a write.
    mutating func end(_ sequence: Int64, _ result: AttemptResult, at now: Date) -> [Change] {
        guard let before = inProgress.removeValue(forKey: sequence), var write = writes[sequence] else { return [] }
        isConsidered = false
        switch result {
        case .delivered:
            return remove(sequence).map { [.removed($0)] } ?? []
        case .again(let reach, let code, let after):
            write.arrival = Self.arrival(before.arrival, after: reach)
            // The life of the key begins only when a request may have reached the service.
            if reach == .notArrived { write.firstSent = before.firstSent }
            write.error = code
            if write.attempts >= policy.attempts {
                if write.arrival == .open { return lose(write, at: now) }
                return fail(write, code: code).map { .updated($0.sequence) }
            }
            wait(&write, after ?? policy.backoff(after: max(1, write.attempts)), from: now)
        case .offline:
            (write.arrival, write.attempts, write.firstSent) = before
            write.error = "cannot_connect.offline"
            wait(&write, policy.backoff(after: 1), from: now)
        case .signedOut(let code):
            // If there was no token, nothing was sent.
            let wasSent = write.attempts > before.attempts
            write.arrival = Self.arrival(before.arrival, after: wasSent ? .refused : .notArrived)
            write.attempts = before.attempts
            write.error = code
            signedOut.insert(sequence)
        case .conflict(let code):
            // A conflict is a definite response: nothing was applied, and the next request is the first one
            // under its key.
            write.conflicts += 1
            write.arrival = .unsent
            write.firstSent = nil
            write.error = code
            if write.conflicts > Self.conflictLimit {
                return fail(write, code: code).map { .updated($0.sequence) }
            }
            resolving.insert(sequence)
            put(write)
            return [.conflict(sequence)]
        case .failed(let code):
            write.arrival = .refused
            return fail(write, code: code).map { .updated($0.sequence) }
        case .lost(let code):
            write.error = code
            return lose(write, at: now)
        case .unconfirmed(let code):
            write.error = code
            write.phase = .unconfirmed
        case .notApplied:
            write.arrival = .refused
            write.firstSent = nil
        }
        put(write)
        if let new = successor(of: write) { return replace(write, by: new) }
        return [.updated(sequence)]
    }

    // MARK: - Replacing

    /// Returns the last write that replaces an unsent one and was enqueued while that one's request
    /// was in progress.
    private func successor(of write: QueuedWrite) -> QueuedWrite? {
        guard let key = write.replaceKey, write.phase == .waiting, write.arrival == .unsent else { return nil }
        let later = order.reversed().lazy.prefix { $0 > write.sequence }.compactMap { writes[$0] }
        return later.first { other in
            other.replaceKey == key && other.lane == write.lane && other.account == write.account
                && other.phase == .waiting
        }
    }

    /// Removes a write whose request reached no server. The new write takes its position if it
    /// wasn't sent either.
    private mutating func replace(_ write: QueuedWrite, by new: QueuedWrite) -> [Change] {
        remove(write.sequence)
        guard new.arrival == .unsent, inProgress[new.sequence] == nil, !resolving.contains(new.sequence) else {
            return [.replaced(write, by: new.id, from: nil)]
        }
        remove(new.sequence)
        var moved = new
        moved.sequence = write.sequence
        (moved.notBefore, moved.wait, moved.error) = (write.notBefore, write.wait, write.error)
        insert(moved)
        return [.replaced(write, by: new.id, from: new.sequence), .updated(moved.sequence)]
    }

    /// Leaves a conflict to another process.
    mutating func abandonConflict(_ sequence: Int64) {
        resolving.remove(sequence)
        isConsidered = false
        if let write = writes[sequence] { put(write) }
    }

    /// Ends a conflict as the app decided.
    mutating func resolve(_ sequence: Int64, _ resolution: Resolution, at now: Date) -> [Change] {
        guard resolving.remove(sequence) != nil, var write = writes[sequence] else { return [] }
        isConsidered = false
        switch resolution {
        case .discard: return remove(sequence).map { [.removed($0)] } ?? []
        case .fail: return fail(write, code: write.error ?? "conflict").map { .updated($0.sequence) }
        case .retry:
            (write.notBefore, write.wait) = (nil, .zero)
            put(write)
            return [.updated(sequence)]
        }
    }

    /// Makes the writes ready that wait for an account or after a failure.
    mutating func resume() {
        admitSignedOut()
        for (_, var write) in writes where write.phase == .waiting && write.notBefore != nil {
            (write.notBefore, write.wait) = (nil, .zero)
            put(write)
        }
    }

    /// Makes the writes ready that failed for lack of a network.
    mutating func networkReturned() {
        isConsidered = false
        for (_, var write) in writes where write.phase == .waiting && write.notBefore != nil {
            let causes = ["cannot_connect", "connection_lost", "timed_out"]
            guard let error = write.error, causes.contains(where: error.hasPrefix) else { continue }
            (write.notBefore, write.wait) = (nil, .zero)
            put(write)
        }
    }

    private mutating func admitSignedOut() {
        isConsidered = false
        let waiting = signedOut
        signedOut = []
        for sequence in waiting { if let write = writes[sequence] { put(write) } }
    }

    /// Makes the writes ready that wait for an account, or for another attempt to renew its token.
    mutating func accountChanged() {
        admitSignedOut()
        for (_, var write) in writes where write.phase == .waiting && write.notBefore != nil {
            guard write.error?.hasPrefix("authentication") == true else { continue }
            (write.notBefore, write.wait) = (nil, .zero)
            put(write)
        }
    }

    private static func arrival(
        _ before: QueuedWrite.Arrival, after reach: AttemptResult.Reach
    ) -> QueuedWrite.Arrival {
        switch reach {
        case .notArrived: before
        case .refused: before == .open ? .open : .refused
        case .open: .open
        }
    }

    private func wait(_ write: inout QueuedWrite, _ wait: Duration, from now: Date) {
        write.wait = wait
        write.notBefore = now.addingTimeInterval(wait / .seconds(1))
    }

    /// Marks a write as possibly applied. It is confirmed when its turn comes, or becomes
    /// unconfirmed.
    private mutating func lose(_ write: QueuedWrite, at now: Date) -> [Change] {
        var write = write
        write.arrival = .open
        if !write.canConfirm || write.mayRepeat(at: now) { write.phase = .unconfirmed }
        put(write)
        return [.updated(write.sequence)]
    }

    /// Fails a write, and cancels the writes after it if its rule says so. Returns all failed
    /// writes.
    private mutating func fail(_ write: QueuedWrite, code: String) -> [QueuedWrite] {
        var write = write
        write.phase = .failed
        write.error = code
        put(write)
        guard write.rule == .cancelsFollowing, let lane = write.lane else { return [write] }
        var failed = [write]
        for sequence in order where sequence > write.sequence {
            guard var other = writes[sequence], other.lane == lane, other.phase == .waiting, other.arrival != .open,
                inProgress[sequence] == nil
            else { continue }
            other.phase = .failed
            other.error = "cancelled"
            other.cancelledBy = write.id
            put(other)
            failed.append(other)
        }
        return failed
    }
}
#endif

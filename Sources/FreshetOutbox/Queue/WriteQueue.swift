#if SQLite
import Foundation
import FreshetCore

/// Decides which writes are sent next. A pure value: the outbox performs what it decides, and stores what has changed.
struct WriteQueue: Sendable {
    /// What is to be done for a write.
    enum Step: Sendable, Equatable {
        /// Send it. It is in progress until ``end(_:_:at:)``.
        case send(Int64)
        /// Ask the server whether it was applied. It is in progress until ``end(_:_:at:)``.
        case confirm(Int64)
    }

    struct Plan: Sendable, Equatable {
        var steps: [Step] = []
        /// The writes that have failed or are unconfirmed now, to be stored.
        var changed: [Int64] = []
        /// The time until a write that waits may be sent.
        var wake: Duration?
    }

    /// What a change means for the file.
    enum Change: Sendable, Equatable {
        /// The row is stored as it is now.
        case updated(Int64)
        /// The row is removed.
        case removed(QueuedWrite)
        /// The conflict has to be resolved: ``resolve(_:_:at:)``.
        case conflict(Int64)
    }

    enum Resolution: Sendable, Equatable {
        case retry
        case discard
        case fail
    }

    /// The most conflicts in a row that are resolved.
    static let conflictLimit = 3

    let policy: RetryPolicy
    let perHost: Int
    private(set) var writes: [Int64: QueuedWrite] = [:]
    /// The sequences in ascending order.
    private(set) var order: [Int64] = []
    /// The number of writes of each phase.
    private(set) var counts: [QueuedWrite.Phase: Int] = [:]
    private(set) var bytes = 0
    /// What is in progress, with the arrival and the attempts from before.
    private(set) var inProgress: [Int64: (arrival: QueuedWrite.Arrival, attempts: Int)] = [:]
    /// The writes that wait until an account signs in.
    private(set) var signedOut: Set<Int64> = []
    /// The writes whose conflicts are being resolved.
    private(set) var resolving: Set<Int64> = []
    /// The writes that have changed, with their sequences, since they were last taken.
    private var touched: [UUID: Int64] = [:]
    private var unsentByKey: [String: Int64] = [:]
    private var hosts: Set<String> = []
    /// Whether there is certainly no network.
    var isOffline = false

    init(policy: RetryPolicy, perHost: Int) {
        self.policy = policy
        self.perHost = perHost
    }

    // MARK: - The writes

    mutating func insert(_ write: QueuedWrite) {
        let sequence = write.sequence
        if let last = order.last, last > sequence {
            let index = order.firstIndex { $0 > sequence } ?? order.endIndex
            order.insert(sequence, at: index)
        } else {
            order.append(sequence)
        }
        hosts.insert(write.host)
        put(write)
    }

    /// Removes a write that is not in progress.
    @discardableResult
    mutating func remove(_ sequence: Int64) -> QueuedWrite? {
        guard let write = writes.removeValue(forKey: sequence) else { return nil }
        touched[write.id] = sequence
        if let index = index(of: sequence) { order.remove(at: index) }
        counts[write.phase, default: 0] -= 1
        bytes -= write.bytes
        removeKey(of: write)
        (signedOut, resolving) = (signedOut.subtracting([sequence]), resolving.subtracting([sequence]))
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
        change(&write)
        signedOut.remove(sequence)
        put(write)
    }

    /// Returns the writes that have changed since the last call.
    mutating func takeTouched() -> [UUID: Int64] {
        defer { touched = [:] }
        return touched
    }

    private func index(of sequence: Int64) -> Int? {
        var (low, high) = (0, order.count)
        while low < high {
            let middle = (low + high) / 2
            if order[middle] < sequence { low = middle + 1 } else { high = middle }
        }
        return low < order.count && order[low] == sequence ? low : nil
    }

    private mutating func put(_ write: QueuedWrite) {
        if let old = writes[write.sequence] {
            counts[old.phase, default: 0] -= 1
            bytes -= old.bytes
            removeKey(of: old)
        }
        writes[write.sequence] = write
        touched[write.id] = write.sequence
        counts[write.phase, default: 0] += 1
        bytes += write.bytes
        if let key = write.replaceKey, write.arrival == .unsent {
            unsentByKey["\(write.account)\u{0}\(key)"] = write.sequence
        }
    }

    private mutating func removeKey(of write: QueuedWrite) {
        guard let key = write.replaceKey.map({ "\(write.account)\u{0}\($0)" }) else { return }
        if unsentByKey[key] == write.sequence { unsentByKey[key] = nil }
    }

    // MARK: - Sending

    /// Decides what is sent now. The returned steps are in progress from here on.
    mutating func next(at now: Date) -> Plan {
        var plan = Plan()
        var held: Set<String> = []
        var running: [String: Int] = [:]
        for sequence in inProgress.keys { running[writes[sequence]?.host ?? "", default: 0] += 1 }
        for sequence in order {
            if inProgress.count >= perHost * max(hosts.count, 1) { break }
            guard let write = writes[sequence] else { continue }
            if let lane = write.lane, held.contains(lane) { continue }
            if write.phase == .waiting, inProgress[sequence] == nil { decide(write, now, &running, &plan) }
            if let lane = write.lane, writes[sequence]?.holdsLane == true { held.insert(lane) }
        }
        return plan
    }

    private mutating func decide(
        _ write: QueuedWrite, _ now: Date, _ running: inout [String: Int], _ plan: inout Plan
    ) {
        let sequence = write.sequence
        guard !resolving.contains(sequence) else { return }
        if write.isExpired(at: now) {
            plan.changed += fail(write, code: "expired").map(\.sequence)
            return
        }
        guard !signedOut.contains(sequence) else { return }
        let delay = write.delay(at: now)
        if let date = write.notBefore, date.timeIntervalSince(now) > write.wait / .seconds(1) {
            // The clock was set back: the wait begins again, once.
            change(sequence) { $0.notBefore = now.addingTimeInterval(delay / .seconds(1)) }
        }
        guard delay <= .zero else {
            plan.wake = min(plan.wake ?? delay, delay)
            return
        }
        let mustConfirm = write.arrival == .open && !write.mayRepeat(at: now)
        if mustConfirm, !write.canConfirm {
            plan.changed.append(sequence)
            change(sequence) { $0.phase = .unconfirmed }
            return
        }
        guard !isOffline || write.isLocal, running[write.host, default: 0] < perHost else { return }
        running[write.host, default: 0] += 1
        inProgress[sequence] = (write.arrival, write.attempts)
        touched[write.id] = sequence
        plan.steps.append(mustConfirm ? .confirm(sequence) : .send(sequence))
    }

    /// Notes that the request of a write goes out, and returns the write as it has to be stored before.
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

    /// Ends what is in progress for a write.
    mutating func end(_ sequence: Int64, _ result: AttemptResult, at now: Date) -> [Change] {
        guard let before = inProgress.removeValue(forKey: sequence), var write = writes[sequence] else { return [] }
        switch result {
        case .delivered:
            return remove(sequence).map { [.removed($0)] } ?? []
        case .again(let reach, let code, let after):
            write.arrival = Self.arrival(before.arrival, after: reach)
            write.error = code
            if write.attempts >= policy.attempts {
                if write.arrival == .open { return lose(write, at: now) }
                return fail(write, code: code).map { .updated($0.sequence) }
            }
            wait(&write, after ?? policy.backoff(after: max(1, write.attempts)), from: now)
        case .offline:
            (write.arrival, write.attempts) = before
            write.error = "cannot_connect.offline"
            wait(&write, policy.backoff(after: 1), from: now)
        case .signedOut(let code):
            write.arrival = Self.arrival(before.arrival, after: .refused)
            write.attempts = before.attempts
            write.error = code
            signedOut.insert(sequence)
        case .conflict(let code):
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
        return [.updated(sequence)]
    }

    /// Ends a conflict as the app has decided.
    mutating func resolve(_ sequence: Int64, _ resolution: Resolution, at now: Date) -> [Change] {
        guard resolving.remove(sequence) != nil, var write = writes[sequence] else { return [] }
        switch resolution {
        case .discard: return remove(sequence).map { [.removed($0)] } ?? []
        case .fail: return fail(write, code: write.error ?? "conflict").map { .updated($0.sequence) }
        case .retry:
            (write.notBefore, write.wait) = (nil, .zero)
            put(write)
            return [.updated(sequence)]
        }
    }

    /// Sends what waited for an account or after a failure.
    mutating func resume() {
        signedOut = []
        for (_, var write) in writes where write.phase == .waiting && write.notBefore != nil {
            (write.notBefore, write.wait) = (nil, .zero)
            put(write)
        }
    }

    /// Sends what has failed for want of a network.
    mutating func networkReturned() {
        for (_, var write) in writes where write.phase == .waiting && write.notBefore != nil {
            let causes = ["cannot_connect", "connection_lost", "timed_out"]
            guard let error = write.error, causes.contains(where: error.hasPrefix) else { continue }
            (write.notBefore, write.wait) = (nil, .zero)
            put(write)
        }
    }

    /// Sends what waited for an account.
    mutating func accountChanged() {
        signedOut = []
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

    /// A write that may have been applied is confirmed with its next turn, or is unconfirmed.
    private mutating func lose(_ write: QueuedWrite, at now: Date) -> [Change] {
        var write = write
        write.arrival = .open
        if !write.canConfirm || write.mayRepeat(at: now) { write.phase = .unconfirmed }
        put(write)
        return [.updated(write.sequence)]
    }

    /// Fails a write, and cancels those after it if its rule says so. Returns all that have failed.
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

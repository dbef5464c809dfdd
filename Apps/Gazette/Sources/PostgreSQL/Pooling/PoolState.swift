/// The state of a pool: a pure value, which its queue guards.
struct PoolState {
    /// Why no connection can be made, and when to try again.
    private struct Outage {
        let error: PostgreSQLError
        var end: ContinuousClock.Instant
        var pause: Duration
        var isProbed = false
    }

    private let limits: PostgreSQLLimits
    private(set) var isClosed = false
    private(set) var waiting: [PooledOperation] = []
    private(set) var processIDs: Set<Int32> = []
    private var outage: Outage?
    private var threads = 0
    private var idleThreads = 0

    init(_ limits: PostgreSQLLimits) {
        self.limits = limits
    }

    /// What to do with a new operation.
    enum Admission {
        /// It waits for a thread that is there.
        case waits
        /// It waits for a thread that must be started.
        case startsThread
        case fails(PostgreSQLError)
    }

    mutating func add(_ operation: PooledOperation, now: ContinuousClock.Instant) -> Admission {
        if isClosed { return .fails(.closed) }
        var operation = operation
        if let outage {
            guard now >= outage.end, !outage.isProbed else { return .fails(outage.error) }
            self.outage?.isProbed = true
            operation.isProbe = true
        }
        guard waiting.count < limits.waiting else {
            return .fails(PostgreSQLError(.busy, "Too many operations are waiting for the database."))
        }
        operation.deadline = now + limits.waitingTime
        waiting.append(operation)
        guard idleThreads < waiting.count, threads < limits.connections else { return .waits }
        threads += 1
        return .startsThread
    }

    /// What a thread does with its next operation.
    enum Step {
        case run(PooledOperation)
        case fail(PooledOperation, PostgreSQLError)
        /// There is none.
        case wait
        /// The pool is closed.
        case end
    }

    /// Takes the next operation for a thread.
    ///
    /// - Parameter isConnected: Whether the thread has a connection.
    mutating func next(isConnected: Bool, now: ContinuousClock.Instant) -> Step {
        guard !waiting.isEmpty else { return isClosed ? .end : .wait }
        let operation = waiting.removeFirst()
        if isClosed { return .fail(operation, .closed) }
        if let outage, !operation.isProbe, !isConnected { return .fail(operation, outage.error) }
        guard operation.isProbe || now < operation.deadline else {
            return .fail(operation, PostgreSQLError(.timedOut, "An operation waited too long for the database."))
        }
        return .run(operation)
    }

    mutating func beginIdling() { idleThreads += 1 }
    mutating func endIdling() { idleThreads -= 1 }

    mutating func noteConnection(_ processID: Int32) { processIDs.insert(processID) }
    mutating func noteEnd(of processID: Int32) { processIDs.remove(processID) }

    /// Notes that the database can be reached.
    mutating func noteSuccess() { outage = nil }

    /// Notes that no connection could be made.
    mutating func noteFailure(_ error: PostgreSQLError, now: ContinuousClock.Instant) {
        let pause = outage.map { min($0.pause * 2, limits.pause.longest) } ?? limits.pause.first
        // Several threads fail together: the pause grows once.
        if let outage, !outage.isProbed, now < outage.end { return }
        outage = Outage(error: error, end: now + pause, pause: pause)
    }

    mutating func retryNow() {
        guard outage?.isProbed == false else { return }
        outage = nil
    }

    mutating func close() { isClosed = true }
}

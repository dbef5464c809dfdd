import Foundation

/// The queue of a pool with its threads, each of which has one connection.
///
/// Unchecked: `state` is only touched while `condition` is locked.
final class PoolQueue: @unchecked Sendable {
    private let address: PostgreSQLAddress
    private let limits: PostgreSQLLimits
    private let condition = NSCondition()
    private var state: PoolState

    init(_ address: PostgreSQLAddress, _ limits: PostgreSQLLimits) {
        self.address = address
        self.limits = limits
        state = PoolState(limits)
    }

    private func withState<Value>(_ body: (inout PoolState) -> Value) -> Value {
        condition.lock()
        defer { condition.unlock() }
        return body(&state)
    }

    func add(_ operation: PooledOperation) {
        switch withState({ $0.add(operation, now: .now) }) {
        case .waits: condition.signal()
        case .startsThread:
            let thread = Thread { [self] in serve() }
            thread.name = "database"
            thread.start()
        case .fails(let error): operation.fail(error)
        }
    }

    func owns(_ processID: Int32) -> Bool { withState { $0.processIDs.contains(processID) } }
    func retryNow() { withState { $0.retryNow() } }

    func close() {
        withState { $0.close() }
        condition.broadcast()
    }

    // MARK: - A thread

    private func serve() {
        var session: PostgreSQLSession?
        loop: while true {
            switch take(isConnected: session != nil) {
            case .run(let operation): run(operation, &session)
            case .fail(let operation, let error): operation.fail(error)
            case .wait: continue
            case .end: break loop
            }
        }
        disconnect(&session)
    }

    /// Waits for an operation.
    private func take(isConnected: Bool) -> PoolState.Step {
        condition.lock()
        defer { condition.unlock() }
        state.beginIdling()
        defer { state.endIdling() }
        while true {
            let step = state.next(isConnected: isConnected, now: .now)
            guard case .wait = step else { return step }
            condition.wait()
        }
    }

    private func run(_ operation: PooledOperation, _ session: inout PostgreSQLSession?) {
        var retries = limits.retries
        while true {
            do throws(PostgreSQLError) {
                let current = try connected(&session)
                let succeed = try operation.attempt(current)
                succeed()
                return
            } catch {
                if error.endsSession || session?.isReady == false { disconnect(&session) }
                let isRepeatable = error.isConflict || (operation.isIdempotent && error.endsSession)
                guard isRepeatable, retries > 0 else {
                    operation.fail(error)
                    return
                }
                retries -= 1
            }
        }
    }

    /// Returns the connection of a thread, a new one if it was lost.
    private func connected(_ session: inout PostgreSQLSession?) throws(PostgreSQLError) -> PostgreSQLSession {
        if let session, session.isReady {
            withState { $0.noteSuccess() }
            return session
        }
        disconnect(&session)
        do throws(PostgreSQLError) {
            let new = try PostgreSQLSession(to: address, limits)
            withState {
                $0.noteConnection(new.processID)
                $0.noteSuccess()
            }
            session = new
            return new
        } catch {
            withState { $0.noteFailure(error, now: .now) }
            throw error
        }
    }

    private func disconnect(_ session: inout PostgreSQLSession?) {
        guard let ended = session else { return }
        withState { $0.noteEnd(of: ended.processID) }
        session = nil
    }
}

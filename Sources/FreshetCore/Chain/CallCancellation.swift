import Synchronization

/// The cancellation of a call: its reason, and the handlers to run.
///
/// The first reason counts. A call that has ended can no longer be cancelled.
struct CallCancellation: ~Copyable, Sendable {
    typealias Handler = @Sendable (_ reason: FetchError) -> Void

    private struct State {
        var reason: FetchError?
        var isEnded = false
        var lastID = 0
        var handlers: [(id: Int, run: Handler)] = []
        /// The task of the call. It is stored without a closure, which would slow down hits in memory.
        var task: Task<Void, Never>?
    }

    private let state = Lock(State())
    /// Whether there is a reason, or the call has ended. It spares each stage the lock.
    private let isOver = Atomic<Bool>(false)

    /// The reason why the call has to stop; `nil` if it may continue.
    var reason: FetchError? { isOver.load(ordering: .acquiring) ? state.withLock { $0.reason } : nil }

    /// The reason why the call has to stop; `.cancelled` once it has ended.
    var reasonOrEnd: FetchError? {
        isOver.load(ordering: .acquiring) ? state.withLock { $0.reason ?? ($0.isEnded ? .cancelled : nil) } : nil
    }

    var isEnded: Bool { isOver.load(ordering: .acquiring) && state.withLock { $0.isEnded } }

    /// Stops the call.
    func cancel(_ reason: FetchError) {
        let (handlers, task) = state.withLock { state -> ([(id: Int, run: Handler)], Task<Void, Never>?) in
            guard !state.isEnded, state.reason == nil else { return ([], nil) }
            state.reason = reason
            // After the reason and under the lock, so that whoever sees the flag finds the reason.
            isOver.store(true, ordering: .releasing)
            defer {
                state.handlers = []
                state.task = nil
            }
            return (state.handlers, state.task)
        }
        // Outside the lock: handlers resume callers, which end the call and remove their own handlers.
        task?.cancel()
        for handler in handlers { handler.run(reason) }
    }

    /// Cancels a task, the call's own, when the call has to stop; at once if it already has to.
    func add(_ task: Task<Void, Never>) {
        // A task whose call has ended isn't cancelled: the callback of the call may still be running in it.
        let reason = state.withLock { state in
            if !state.isEnded, state.reason == nil { state.task = task }
            return state.reason
        }
        if reason != nil { task.cancel() }
    }

    /// Adds a handler that runs when the call has to stop.
    ///
    /// If the call already has to stop, or has ended, the handler runs at once: work that an
    /// interceptor started in a task of its own may outlive the call.
    ///
    /// - Returns: The number that removes the handler.
    @discardableResult
    func add(_ handler: @escaping Handler) -> Int {
        let (id, reason) = state.withLock { state -> (Int, FetchError?) in
            state.lastID += 1
            let reason = state.reason ?? (state.isEnded ? .cancelled : nil)
            if reason == nil { state.handlers.append((state.lastID, handler)) }
            return (state.lastID, reason)
        }
        if let reason { handler(reason) }
        return id
    }

    func remove(_ id: Int) {
        state.withLock { state in state.handlers.removeAll { $0.id == id } }
    }

    /// Ends the call.
    ///
    /// - Returns: The reason why it had to stop, if any, and whether this is the first time it ends.
    func end() -> (reason: FetchError?, isFirst: Bool) {
        state.withLock { state in
            defer {
                state.isEnded = true
                isOver.store(true, ordering: .releasing)
                // Handlers hold tasks and responses, which must not live as long as a handle of the call does.
                state.handlers = []
                state.task = nil
            }
            return (state.reason, !state.isEnded)
        }
    }
}

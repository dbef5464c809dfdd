import Synchronization

extension Call {
    typealias Outcome = Result<IncomingResponse, FetchError>

    /// Runs stages in a task that is cancelled with the call, and waits for their response or for
    /// the reason why the call has to stop.
    ///
    /// Cancelling the waiting task stops only these stages: an interceptor may have started others.
    ///
    /// - Parameter endsOnCancel: Whether all of the stages end soon after they are cancelled. If not,
    ///   a call that has to stop doesn't wait for them; that costs 6 % of the row "Freshet, raw" of
    ///   `./bench wire`.
    func response(
        of stages: Next, to request: OutgoingRequest, endsOnCancel: Bool
    ) async throws(FetchError) -> IncomingResponse {
        let outcome: Outcome
        if endsOnCancel {
            watch()
            // A second task costs more than 5 % of the row "Freshet, raw, stages off, Result".
            outcome = hasTask ? await Self.outcome(of: stages, request) : await outcomeInTask(of: stages, request)
        } else {
            outcome = await abandonableOutcome(of: stages, request)
        }
        return try result(of: outcome)
    }

    /// Runs all stages of the call.
    ///
    /// Cancelling the waiting task cancels the call, and with it everything that an interceptor has
    /// started.
    func response(ofAllOf stages: Next, to request: OutgoingRequest) async throws(FetchError) -> IncomingResponse {
        let outcome = await withTaskCancellationHandler {
            await abandonableOutcome(of: stages, request)
        } onCancel: {
            cancel()
        }
        return try result(of: outcome)
    }

    private func result(of outcome: Outcome) throws(FetchError) -> IncomingResponse {
        // The stages may succeed at the moment of a cancellation or timeout. The reason counts, and the response
        // that nobody will read must give back its connection.
        guard let reason = cancellation.reason ?? (Task.isCancelled ? .cancelled : nil) else {
            return try outcome.get()
        }
        outcome.close()
        throw reason
    }

    private static func outcome(of stages: Next, _ request: OutgoingRequest) async -> Outcome {
        do throws(FetchError) {
            return .success(try await stages.pass(request))
        } catch {
            return .failure(error)
        }
    }

    private func outcomeInTask(of stages: Next, _ request: OutgoingRequest) async -> Outcome {
        let task = Self.startingAtOnce { await Self.outcome(of: stages, request) }
        // Two signals have to reach the stages: a timeout or `cancel()` ends the call but not the waiting task, and
        // cancelling the waiting task doesn't end the call here.
        let handler = cancellation.add { _ in task.cancel() }
        defer { cancellation.remove(handler) }
        return await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            task.cancel()
        }
    }

    /// Returns the outcome of stages that may ignore cancellation, without waiting for them after a
    /// cancellation.
    private func abandonableOutcome(of stages: Next, _ request: OutgoingRequest) async -> Outcome {
        let outcome = Pending<Outcome>()
        let (task, handler) = run(stages, request) { result in
            if !outcome.resolve(result) { result.close() }
        }
        defer { cancellation.remove(handler) }
        return await outcome.value {
            task.cancel()
            outcome.resolve(.failure(.cancelled))
        }
    }

    /// Runs stages on behalf of this call, in a task of their own that is cancelled when the call has
    /// to stop.
    ///
    /// - Parameter receive: Called once, with the outcome of the stages. If the call has to stop, it
    ///   gets the reason at once, so that the caller doesn't wait for stages that ignore
    ///   cancellation; a response that follows is closed.
    /// - Returns: The task, and the number of its handler in ``cancellation``.
    @discardableResult
    func run(
        _ stages: Next, _ request: OutgoingRequest, receive: @escaping @Sendable (Outcome) -> Void
    ) -> (task: Task<Void, Never>, handler: Int) {
        watch()
        let first = FirstOutcome()
        let task = Self.startingAtOnce { [self] in
            let outcome = await Self.outcome(of: stages, request)
            // The caller has already got its outcome. A response that arrives now would hold its connection.
            guard first.claim() else { return outcome.close() }
            // The handler below may not be added yet, so a call that has to stop is also noticed here.
            guard let reason = cancellation.reason else { return receive(outcome) }
            outcome.close()
            receive(.failure(reason))
        }
        // If the stages finished first, the call has ended and this handler runs at once. It must not report a second
        // outcome.
        let handler = cancellation.add { reason in
            task.cancel()
            if first.claim() { receive(.failure(reason)) }
        }
        return (task, handler)
    }

    /// Decides which of two outcomes counts.
    private final class FirstOutcome: Sendable {
        private let isClaimed = Atomic<Bool>(false)

        /// Returns whether this is the first outcome.
        func claim() -> Bool { !isClaimed.exchange(true, ordering: .acquiringAndReleasing) }
    }

    /// Starts a task.
    ///
    /// If the system supports it, the task runs on the caller's thread until it waits for the server,
    /// which saves a thread switch.
    private static func startingAtOnce<Value: Sendable>(
        _ body: sending @escaping @isolated(any) () async -> Value
    ) -> Task<Value, Never> {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return Task.immediate(operation: body)
        } else {
            return Task(operation: body)
        }
    }
}

extension Call {
    typealias Outcome = Result<IncomingResponse, FetchError>

    /// Runs stages in a task of their own, and waits for their response or for the reason for which the call has to stop.
    ///
    /// - Parameter isPrompt: Whether all of the stages end soon when they are cancelled. A call that has to stop does not wait for
    ///   stages that may not; that costs 6 % of the row "Freshet, raw" of `./bench wire`.
    func response(
        of stages: Next, to request: OutgoingRequest, isPrompt: Bool
    ) async throws(FetchError) -> IncomingResponse {
        guard isPrompt else {
            let outcome = Pending<Outcome>()
            let handler = run(stages, request) { result in
                if !outcome.resolve(result) { result.close() }
            }
            defer { cancellation.remove(handler) }
            return try await outcome.value { [self] in cancel() }.get()
        }
        watch()
        let task = Task { await Self.outcome(of: stages, request) }
        let handler = cancellation.add { _ in task.cancel() }
        defer { cancellation.remove(handler) }
        let outcome = await withTaskCancellationHandler {
            await task.value
        } onCancel: {
            cancel()
        }
        guard let reason = cancellation.reason else { return try outcome.get() }
        outcome.close()
        throw reason
    }

    private static func outcome(of stages: Next, _ request: OutgoingRequest) async -> Outcome {
        do throws(FetchError) {
            return .success(try await stages(request))
        } catch {
            return .failure(error)
        }
    }

    /// Runs stages on behalf of this call, in a task of their own, which is cancelled when the call has to stop.
    ///
    /// - Parameter receive: Receives the outcome of the stages. If the call has to stop, it receives the reason first,
    ///   so that the caller does not wait for stages that ignore cancellation; a response that follows must be closed.
    /// - Returns: The number by which ``cancellation`` knows the task.
    @discardableResult
    func run(_ stages: Next, _ request: OutgoingRequest, receive: @escaping @Sendable (Outcome) -> Void) -> Int {
        watch()
        // It soon waits for the server, so starting it on the caller's thread saves a switch.
        let task = Self.startingAtOnce { [self] in
            let outcome = await Self.outcome(of: stages, request)
            guard let reason = cancellation.reason else { return receive(outcome) }
            outcome.close()
            receive(.failure(reason))
        }
        return cancellation.add { reason in
            task.cancel()
            receive(.failure(reason))
        }
    }

    /// Starts a task; if the system supports it, it runs on the caller's thread until it first waits.
    private static func startingAtOnce(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return Task.immediate { await body() }
        } else {
            return Task { await body() }
        }
    }
}

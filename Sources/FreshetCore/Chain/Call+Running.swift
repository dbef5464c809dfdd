extension Call {
    typealias Outcome = Result<IncomingResponse, FetchError>

    /// Runs stages on behalf of this call, in a task of their own, which is cancelled when the call has to stop.
    ///
    /// - Parameter receive: Receives the outcome of the stages, and before it the reason for which the call has to stop, if it
    ///   has to: whoever waits need not wait for stages that take no notice. What comes second has to be closed.
    func run(_ stages: Next, _ request: OutgoingRequest, receive: @escaping @Sendable (Outcome) -> Void) {
        watch()
        // It waits for the server soon: until then it needs no thread of its own.
        let task = Self.startingAtOnce { [self] in
            let outcome: Outcome
            do throws(FetchError) {
                outcome = .success(try await stages(request))
            } catch {
                outcome = .failure(error)
            }
            guard let reason = cancellation.reason else { return receive(outcome) }
            outcome.close()
            receive(.failure(reason))
        }
        cancellation.add { reason in
            task.cancel()
            receive(.failure(reason))
        }
    }

    /// Starts a task, its beginning where it is called if the system can do that.
    private static func startingAtOnce(_ body: @escaping @Sendable () async -> Void) -> Task<Void, Never> {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            return Task.immediate { await body() }
        } else {
            return Task { await body() }
        }
    }
}

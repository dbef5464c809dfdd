/// The exchanges that several calls may wait for.
final class Flights: Sendable {
    typealias Landing = Pipeline.Landing
    typealias Outcome = Result<Landing, FetchError>
    typealias Work = @Sendable (Call) async throws(FetchError) -> Landing

    private struct Waiter {
        let call: Call
        let continuation: CheckedContinuation<Outcome, Never>
    }

    /// Tells the steps of an exchange as steps of the call that has waited longest for it.
    private struct Voice: FetchObserver {
        let flights: Flights
        let key: FlightKey

        func observe(_ event: FetchEvent) {
            switch event.step {
            case .started, .finished, .failed, .cancelled: break
            default: flights.speaker(key, exchange: event.call)?.report(event.step)
            }
        }
    }

    private let table = Lock(FlightTable<FlightKey, Call, Waiter>())
    private let watchdog: Watchdog

    init(watchdog: Watchdog) {
        self.watchdog = watchdog
    }

    /// How many exchanges are under way.
    var count: Int { table.withLock { $0.count } }

    /// Waits for the answer to a request, with those who asked before.
    ///
    /// Cancelling the task leaves the exchange to the others; the last one to leave cancels it.
    ///
    /// - Parameters:
    ///   - key: What the calls of one exchange have in common.
    ///   - call: The call that waits. Its own limit of time holds for it alone.
    ///   - work: Makes the exchange on behalf of all, when there is none.
    /// - Returns: The outcome, and whether another call had begun the exchange.
    func landing(for key: FlightKey, call: Call, work: @escaping Work) async -> (outcome: Outcome, hasJoined: Bool) {
        var hasJoined = false
        call.onStop { [weak self] in self?.leave(key, call) }
        defer { call.onStop(nil) }
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                hasJoined = join(key, Waiter(call: call, continuation: continuation), work)
            }
        } onCancel: {
            leave(key, call)
        }
        return (outcome, hasJoined)
    }

    @inline(never)
    private func join(_ key: FlightKey, _ waiter: Waiter, _ work: @escaping Work) -> Bool {
        let call = waiter.call
        let exchange = call.exchange(voice: Voice(flights: self, key: key)) { [weak self] exchange in
            self?.latestDeadline(key, exchange)
        }
        let (isCancelled, eldest) = table.withLock { table -> (Bool, UInt64?) in
            if Task.isCancelled || call.interruption != nil { return (true, nil) }
            let eldest = table.join(key, call.id, waiter, new: exchange)
            // Noted here, so that it comes before any step of the exchange that is told to this call.
            if let eldest { call.note(.joined(call: eldest)) }
            return (false, eldest)
        }
        if isCancelled {
            waiter.continuation.resume(returning: .failure(.cancelled))
        } else if eldest == nil {
            fly(key, exchange, work)
        } else {
            call.tell()
        }
        return eldest != nil
    }

    private func fly(_ key: FlightKey, _ exchange: Call, _ work: @escaping Work) {
        watchdog.add(exchange)
        // It waits for the server soon: until then it needs no thread of its own.
        startingAtOnce { [self] in
            let result: Outcome
            do throws(FetchError) {
                result = .success(try await work(exchange))
            } catch {
                result = .failure(error)
            }
            let outcome = exchange.end(with: result) { _ in CallMetrics() }
            watchdog.remove(exchange)
            land(key, exchange, outcome)
        }
    }

    /// Runs a task, its beginning where it is called if the system can do that.
    private func startingAtOnce(_ body: @escaping @Sendable () async -> Void) {
        if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            Task.immediate { await body() }
        } else {
            Task { await body() }
        }
    }

    @inline(never)
    private func land(_ key: FlightKey, _ exchange: Call, _ outcome: Outcome) {
        let waiters = table.withLock { $0.land(key) { $0.id == exchange.id } }
        var outcome = outcome
        if waiters.count > 1, case .success(let landing) = outcome {
            outcome = .success(landing.sharing(SharedDecodings()))
        }
        for waiter in waiters {
            // Nothing is left to be stopped. The lock also shows Thread Sanitizer, which sees into no continuation that was
            // resumed before it was awaited, that the landing was made before it is read.
            waiter.call.onStop(nil)
            waiter.continuation.resume(returning: outcome)
        }
    }

    @inline(never)
    private func leave(_ key: FlightKey, _ call: Call) {
        guard let (waiter, abandoned) = table.withLock({ $0.leave(key, call.id) }) else { return }
        waiter.continuation.resume(returning: .failure(.cancelled))
        abandoned?.cancel()
    }

    private func speaker(_ key: FlightKey, exchange id: UInt64) -> Call? {
        table.withLock { $0.speaker(key) { $0.id == id } }?.call
    }

    /// When the last of those who wait gives up; `nil` when one waits without a limit.
    private func latestDeadline(_ key: FlightKey, _ id: UInt64) -> Duration? {
        let deadlines = table.withLock { $0.waiters(key) { $0.id == id } }.map(\.call.deadline)
        return deadlines.contains(nil) ? nil : deadlines.compactMap(\.self).max()
    }
}

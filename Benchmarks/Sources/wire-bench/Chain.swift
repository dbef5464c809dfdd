import NIOConcurrencyHelpers

/// Makes calls one after another until an instant, and returns the duration of each in microseconds.
///
/// Several chains run at once to keep several calls in flight.
struct Chain: Sendable {
    let end: ContinuousClock.Instant

    func run(_ call: Call) async throws -> [Double] {
        switch call {
        case .async(let call): try await run(call)
        case .callback(let call):
            // A task is resumed only at the end of the whole chain, so that no call includes the time of a
            // resumption.
            try await withCheckedThrowingContinuation { Links(call, until: end, $0).next() }
        }
    }

    private func run(_ call: @Sendable () async throws -> Int) async throws -> [Double] {
        var latencies: [Double] = []
        repeat {
            let start = ContinuousClock.now
            _ = try await call()
            latencies.append((ContinuousClock.now - start) / .microseconds(1))
        } while ContinuousClock.now < end
        return latencies
    }
}

/// Makes calls with callbacks one after another: each callback starts the next call.
private final class Links: Sendable {
    private let call: @Sendable (_ completion: @escaping Call.Completion) -> Void
    private let end: ContinuousClock.Instant
    private let continuation: CheckedContinuation<[Double], any Error>
    private let latencies = NIOLockedValueBox<[Double]>([])

    init(
        _ call: @escaping @Sendable (_ completion: @escaping Call.Completion) -> Void,
        until end: ContinuousClock.Instant,
        _ continuation: CheckedContinuation<[Double], any Error>
    ) {
        self.call = call
        self.end = end
        self.continuation = continuation
    }

    func next() {
        let start = ContinuousClock.now
        call { [self] result in
            if case .failure(let error) = result { return continuation.resume(throwing: error) }
            latencies.withLockedValue { $0.append((ContinuousClock.now - start) / .microseconds(1)) }
            if ContinuousClock.now < end {
                next()
            } else {
                continuation.resume(returning: latencies.withLockedValue { $0 })
            }
        }
    }
}

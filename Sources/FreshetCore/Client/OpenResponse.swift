import Foundation
import HTTPTypes

/// A call whose head is there and whose body is read by its caller.
///
/// Released before its end it cancels the call.
final class OpenedCall: Sendable {
    let arrival: Pipeline.Arrival
    private let call: Call
    private let watchdog: Watchdog
    private let received = Lock(0)

    init(call: Call, arrival: Pipeline.Arrival, watchdog: Watchdog) {
        self.call = call
        self.arrival = arrival
        self.watchdog = watchdog
        stopByClosing()
    }

    deinit {
        call.cancel()
        _ = end(with: .failure(.cancelled))
    }

    func cancel() {
        call.cancel()
    }

    /// Returns the next chunk; `nil` at the end, and from then on.
    func next() async throws(FetchError) -> Data? {
        if let interruption = call.interruption { try end(with: .failure(interruption)).get() }
        guard !call.isEnded else { return nil }

        let result: Result<Data?, FetchError>
        do throws(FetchError) {
            result = .success(try await chunk())
        } catch {
            result = .failure(error)
        }

        switch result {
        case .success(let chunk?):
            received.withLock { $0 += chunk.count }
            return chunk
        case .success(nil):
            call.report(.body(bytes: received.withLock { $0 }))
            try end(with: .success(())).get()
            return nil
        case .failure(let error):
            try end(with: .failure(error)).get()
            return nil
        }
    }

    private func chunk() async throws(FetchError) -> Data? {
        let (call, response) = (call, arrival.response)
        if !response.isStoppable { call.onStop(nil) }
        let result = await withTaskCancellationHandler { () async -> Result<Data?, FetchError> in
            do throws(FetchError) { return .success(try await call.next(of: response)) } catch {
                return .failure(error)
            }
        } onCancel: {
            call.cancel()
        }
        if !response.isStoppable { stopByClosing() }
        return try result.get()
    }

    /// While nobody reads, stopping the call closes the exchange itself.
    private func stopByClosing() {
        let body = arrival.response.body
        call.onStop { body.cancel() }
    }

    private func end(with result: Result<Void, FetchError>) -> Result<Void, FetchError> {
        let outcome = call.end(with: result) { _ in metrics }
        if case .failure = outcome { arrival.response.body.cancel() }
        watchdog.remove(call)
        return outcome
    }

    var metrics: CallMetrics { call.metrics(arrival, bodyBytes: received.withLock { $0 }) }
}

import Foundation
import FreshetCore

/// The body of a replayed response, in its recorded chunks.
final class ReplayedBody: TransportBody {
    private struct State {
        var parts: ArraySlice<(data: Data, offset: Duration)>
        var isCancelled = false
        var isAtItsEnd = false
        var waiter: CheckedContinuation<Void, Never>?
    }

    private let failure: Tape.Failure?
    private let pace: ReplayTransport.Pace
    private let start: Duration
    private let clock: TimeSource
    private let report: @Sendable () -> Void
    private let state: Lock<State>

    init(
        _ parts: [(data: Data, offset: Duration)], failure: Tape.Failure?, pace: ReplayTransport.Pace,
        _ start: Duration, _ clock: TimeSource, report: @escaping @Sendable () -> Void
    ) {
        (self.failure, self.pace, self.start, self.clock, self.report) = (failure, pace, start, clock, report)
        state = Lock(State(parts: parts[...]))
    }

    func next() async throws(FetchError) -> Data? {
        try checkCancellation()
        guard let part = state.withLock({ $0.parts.popFirst() }) else { return try await end() }
        if pace == .recorded {
            do { try await clock.sleep(start + part.offset) } catch { throw .cancelled }
            try checkCancellation()
        }
        return part.data
    }

    private func checkCancellation() throws(FetchError) {
        if Task.isCancelled || state.withLock(\.isCancelled) { throw .cancelled }
    }

    private func end() async throws(FetchError) -> Data? {
        guard let failure else {
            if state.withLock({ state in
                defer { state.isAtItsEnd = true }
                return !state.isAtItsEnd
            }) {
                report()
            }
            return nil
        }
        report()
        guard failure.isCancellation else { throw FetchError(replaying: failure) }
        // The recorded caller had abandoned the body, so this one waits until it is cancelled.
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isCancelled = state.withLock { state in
                    if !state.isCancelled { state.waiter = continuation }
                    return state.isCancelled
                }
                if isCancelled { continuation.resume() }
            }
        } onCancel: {
            cancel()
        }
        throw .cancelled
    }

    func cancel() {
        let waiter = state.withLock { state -> CheckedContinuation<Void, Never>? in
            if !state.isAtItsEnd { state.isCancelled = true }
            defer { state.waiter = nil }
            return state.waiter
        }
        waiter?.resume()
    }
}

extension Tape.Response {
    /// The chunks of the body; a single one if the tape has recorded none.
    var parts: [(data: Data, offset: Duration)] {
        guard let data = body?.data, !data.isEmpty else { return [] }
        var rest = data
        var parts: [(data: Data, offset: Duration)] = []
        for chunk in chunks where chunk.count > 0 && !rest.isEmpty {
            parts.append((Data(rest.prefix(chunk.count)), chunk.offset))
            rest = rest.dropFirst(chunk.count)
        }
        if !rest.isEmpty { parts.append((parts.isEmpty ? data : Data(rest), chunks.last?.offset ?? .zero)) }
        return parts
    }
}

import Foundation
import HTTPTypes

/// A response whose body is read by its caller, chunk by chunk.
///
/// Releasing it before the end of the body cancels the call.
final class OpenResponse: Sendable {
    private struct State {
        /// A complete body that has not been returned yet.
        var data: Data?
        var received = 0
    }

    let response: IncomingResponse
    private let call: Call
    private let state: Lock<State>

    init(_ response: IncomingResponse, of call: Call) {
        self.response = response
        self.call = call
        state = Lock(State(data: response.data))
        call.watch()
        // A cancellation closes the exchange even while a chunk is awaited.
        call.cancellation.add { _ in response.close() }
    }

    deinit {
        call.cancel()
        _ = fail(with: .cancelled)
    }

    func cancel() {
        call.cancel()
    }

    /// Returns the next chunk; `nil` at the end and afterwards.
    func next() async throws(FetchError) -> Data? {
        if let reason = call.cancellation.reason { throw fail(with: reason) }
        guard !call.cancellation.isEnded else { return nil }

        let result = await withTaskCancellationHandler {
            await chunk()
        } onCancel: {
            call.cancel()
        }
        switch result {
        case .success(let chunk?):
            state.withLock { $0.received += chunk.count }
            return chunk
        case .success(nil):
            call.report(.body(bytes: state.withLock { $0.received }))
            do { try call.succeed(with: metrics) } catch { throw fail(with: error) }
            return nil
        case .failure(let error):
            throw fail(with: error)
        }
    }

    private func chunk() async -> Result<Data?, FetchError> {
        guard case .stream(let body) = response.body else {
            let data = state.withLock { $0.data.take() }
            return .success(data.flatMap { $0.isEmpty ? nil : $0 })
        }
        do throws(FetchError) { return .success(try await call.next(of: body)) } catch { return .failure(error) }
    }

    /// Ends the call with an error, and closes the exchange.
    private func fail(with error: FetchError) -> FetchError {
        defer { response.close() }
        return call.fail(with: error)
    }

    /// The request as errors show it.
    var request: FetchError.Request { call.request }

    /// The account for which the call runs.
    var account: CallAccount? { call.account }

    /// The address that responded.
    var url: ResponseURL { response.url ?? ResponseURL(call.request.url) }

    var metrics: CallMetrics { call.metrics(of: response, bodyBytes: state.withLock { $0.received }) }
}

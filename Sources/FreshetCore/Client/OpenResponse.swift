import Foundation
import HTTPTypes
import Synchronization

/// A response whose body is read by its caller, chunk by chunk.
///
/// Releasing it before the end of the body cancels the call.
final class OpenResponse: Sendable {
    let response: IncomingResponse
    private let call: Call
    private let received = Atomic(0)
    /// Whether a complete body was already returned.
    private let isDataReturned = Atomic(false)

    init(_ response: IncomingResponse, of call: Call) {
        self.response = response
        self.call = call
        // A response from memory hasn't passed the stage that starts to watch the call.
        call.watch()
        // A cancellation closes the exchange even while a reader awaits a chunk.
        call.cancellation.add { _ in response.close() }
    }

    deinit {
        // A stream that was released early has no reader who could end the call.
        guard !call.cancellation.isEnded else { return }
        call.cancel()
        _ = fail(with: .cancelled)
    }

    func cancel() {
        call.cancel()
    }

    /// Returns the next chunk; `nil` at the end and afterwards.
    func next() async throws(FetchError) -> Data? {
        // The reason is checked before the end: a cancelled call has ended as well, and `nil` would make a truncated
        // body look complete.
        if let reason = call.cancellation.reason { throw fail(with: reason) }
        guard !call.cancellation.isEnded else { return nil }

        let result = await withTaskCancellationHandler {
            await chunk()
        } onCancel: {
            call.cancel()
        }
        switch result {
        case .success(let chunk?):
            received.wrappingAdd(chunk.count, ordering: .relaxed)
            return chunk
        case .success(nil):
            call.report(.body(bytes: receivedBytes))
            do { try call.succeed(with: metrics) } catch { throw fail(with: error) }
            return nil
        case .failure(let error):
            throw fail(with: error)
        }
    }

    private func chunk() async -> Result<Data?, FetchError> {
        guard case .stream(let body) = response.body else {
            guard let data = response.data, !data.isEmpty,
                !isDataReturned.exchange(true, ordering: .relaxed)
            else { return .success(nil) }
            return .success(data)
        }
        do throws(FetchError) { return .success(try await call.next(of: body)) } catch { return .failure(error) }
    }

    /// Ends the call with an error, and closes the exchange.
    private func fail(with error: FetchError) -> FetchError {
        defer { response.close() }
        return call.fail(with: error)
    }

    var request: FetchError.Request { call.request }

    var account: CallAccount? { call.identities.identity(CallAccount.self) }

    /// The address that responded.
    var url: ResponseURL { response.url ?? ResponseURL(call.request.url) }

    var metrics: CallMetrics { call.metrics(of: response, bodyBytes: receivedBytes) }

    private var receivedBytes: Int { received.load(ordering: .relaxed) }
}

import Foundation
import FreshetCore

extension InterceptorTests {
    /// An interceptor made of a closure.
    struct Step: Interceptor {
        let body: @Sendable (OutgoingRequest, CallContext, Next) async throws(FetchError) -> IncomingResponse

        init(
            _ body:
                @escaping @Sendable (OutgoingRequest, CallContext, Next) async throws(FetchError) -> IncomingResponse
        ) {
            self.body = body
        }

        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            try await body(request, context, next)
        }
    }

    /// Sends a request and a copy of it at once, takes the first response and closes the other.
    struct Hedging: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            let first = await withTaskGroup(of: Result<IncomingResponse, FetchError>.self) { group in
                for copy in 0..<2 {
                    var request = request
                    request.append(["copy": copy])
                    group.addTask { [request] in
                        do throws(FetchError) { return .success(try await next(request)) } catch {
                            return .failure(error)
                        }
                    }
                }
                let first = await group.next()
                group.cancelAll()
                for await case .success(let late) in group { late.close() }
                return first ?? .failure(.cancelled)
            }
            return try first.get()
        }
    }

    /// A wait that a cancellation does not end.
    final class Pause: Sendable {
        private let state = Lock<(isReached: Bool, isEnded: Bool, waiters: [CheckedContinuation<Void, Never>])>(
            (false, false, []))

        var isReached: Bool { state.withLock { $0.isReached } }

        func wait() async {
            await withCheckedContinuation { continuation in
                let isEnded = state.withLock { state in
                    state.isReached = true
                    if !state.isEnded { state.waiters.append(continuation) }
                    return state.isEnded
                }
                if isEnded { continuation.resume() }
            }
        }

        func end() {
            let waiters = state.withLock { state in
                state.isEnded = true
                defer { state.waiters = [] }
                return state.waiters
            }
            for waiter in waiters { waiter.resume() }
        }
    }

    /// A body of texts.
    final class Chunks: TransportBody {
        private let rest: Lock<[String]>

        init(_ texts: [String]) { rest = Lock(texts) }

        func next() async throws(FetchError) -> Data? {
            rest.withLock { $0.isEmpty ? nil : Data($0.removeFirst().utf8) }
        }

        func cancel() { rest.withLock { $0 = [] } }
    }
}

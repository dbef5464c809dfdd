import Dispatch
import Foundation
import FreshetCore
import HTTPTypes

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
        /// Whether the same request is sent twice.
        var areEqual = false

        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            let first = await withTaskGroup(of: Result<IncomingResponse, FetchError>.self) { group in
                for copy in 0..<2 {
                    var request = request
                    if !areEqual { request.append(["copy": copy]) }
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

    /// A serial executor that knows whether code runs on it.
    ///
    /// Linux has no `DispatchSerialQueue`, which actors of Apple's platforms can use.
    final class MarkedExecutor: SerialExecutor {
        private let queue = DispatchQueue(label: "actor", target: .global())
        private let mark = DispatchSpecificKey<Bool>()

        init() { queue.setSpecific(key: mark, value: true) }

        var isCurrent: Bool { DispatchQueue.getSpecific(key: mark) == true }

        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            queue.async { job.runSynchronously(on: self.asUnownedSerialExecutor()) }
        }
    }

    /// A body of texts.
    final class Chunks: TransportBody {
        private let state: Lock<(rest: [String], isClosed: Bool)>

        init(_ texts: [String]) { state = Lock((texts, false)) }

        var isClosed: Bool { state.withLock { $0.isClosed } }

        func next() async throws(FetchError) -> Data? {
            state.withLock { $0.rest.isEmpty ? nil : Data($0.rest.removeFirst().utf8) }
        }

        func cancel() { state.withLock { $0 = ([], true) } }
    }

    /// A transport that responds with one body, which is left to its reader.
    final class ChunksTransport: Transport {
        let body: Chunks
        private let count = Lock(0)

        init(_ texts: [String]) { body = Chunks(texts) }

        /// The number of requests that were sent.
        var requestCount: Int { count.withLock { $0 } }

        func send(_ request: TransportRequest) -> TransportResponse {
            count.withLock { $0 += 1 }
            return TransportResponse(head: HTTPResponse(status: .ok), body: body)
        }
    }
}

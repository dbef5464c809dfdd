import Foundation
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetCore

/// The outcome of stages that run in a task of their own.
@Suite(.timeLimit(.minutes(1)))
struct CallRunningTests {
    private struct Shop: Service {
        let baseURL = "https://shop.example/v1"
    }

    /// A stage that responds without waiting for anything.
    private struct AtOnce: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            IncomingResponse(head: HTTPResponse(status: .ok))
        }
    }

    /// Runs stages in a part of its call, which ends with their outcome.
    private struct Runner: Interceptor {
        let outcomes: Lock<[Bool]>

        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            let part = context.call.branch()
            part.run(Next([AtOnce()], context: CallContext(part)), request) { outcome in
                outcomes.withLock { $0.append((try? outcome.get()) != nil) }
                _ = part.end(with: outcome)
            }
            return try await next(request)
        }
    }

    /// The call ends by the outcome, before the task that has begun the stages is back.
    @Test func anOutcomeThatComesAtOnceIsReceivedOnceAndNotCancelled() async throws {
        let outcomes = Lock<[Bool]>([])
        var configuration = ClientConfiguration(transport: StubTransport { _ in .json("{}") }, cache: nil)
        configuration.callInterceptors = [Runner(outcomes: outcomes)]
        _ = try await Client(Shop(), configuration).data(for: Request<Shop, String>("products", reading: .text))
        #expect(outcomes.withLock { $0 } == [true])
    }

    /// Many calls whose exchanges end on another thread while theirs still begins.
    @Test func noCallIsCancelledThatNobodyCancels() async throws {
        let client = Client(Shop(), transport: HoppingTransport(), cache: nil, retry: .never)
        for number in 0..<TestLength.count(2_000, long: 500_000) {
            _ = try await client.data(for: Request<Shop, String>("products/\(number)", reading: .text))
        }
    }
}

/// Responds at once, from an executor of its own.
private struct HoppingTransport: Transport {
    private actor Body: TransportBody {
        private var isRead = false

        func next() async throws(FetchError) -> Data? {
            defer { isRead = true }
            return isRead ? nil : Data("tea".utf8)
        }

        nonisolated func cancel() {}
    }

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        TransportResponse(head: HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"]), body: Body())
    }
}

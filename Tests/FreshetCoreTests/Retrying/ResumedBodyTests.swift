import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// What it costs to request the rest of a body that breaks off.
@Suite(.timeLimit(.minutes(1)))
struct ResumedBodyTests {
    private let recorder = EventRecorder()

    /// Reads a stream whose body breaks off, at a host that is down from then on.
    private func requests(budget: RetryBudget?, attempts: Int) async -> Int {
        let counter = Counter()
        let stub = StubTransport { _ throws(FetchError) in
            guard counter.next == 1 else { throw FetchError(.cannotConnect(.refused)) }
            return StubTransport.Response(
                status: 200, headers: [.eTag: "\"1\"", .contentLength: "10"], chunks: [Data("012".utf8)],
                failure: FetchError(.connectionLost))
        }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.retry = RetryPolicy(attempts: attempts, budget: budget, jitter: { 0 })
        configuration.observers = [recorder]
        let client = Client(Shop(), configuration)
        let error = await failure { () async throws(FetchError) in
            for try await _ in try await client.stream(for: Request<Shop, Data>("file")) {}
        }
        #expect(error?.kind == .cannotConnect(.refused))
        return stub.requests.count
    }

    @Test func theEndOfABodyCostsNothingAndEachFurtherFailureARetry() async {
        #expect(await requests(budget: RetryBudget(share: 0, reserve: 2), attempts: 9) == 4)
        #expect(recorder.events.last { $0.step.isEndOfRetries }?.step == .retryStopped(.budget(host: "shop.example")))
    }

    @Test func withoutABudgetThePolicyEndsIt() async {
        #expect(await requests(budget: nil, attempts: 3) == 3)
        #expect(recorder.events.last { $0.step.isEndOfRetries }?.step == .retryStopped(.attempts(3)))
    }
}

extension FetchEvent.Step {
    fileprivate var isEndOfRetries: Bool { if case .retryStopped = self { true } else { false } }
}

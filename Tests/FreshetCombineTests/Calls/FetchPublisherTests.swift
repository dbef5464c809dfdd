import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Synchronization
import Testing

struct Letters: Service {
    let baseURL = "https://letters.example"
}

extension Request where API == Letters, Value == [String] {
    static var all: Self { Request("all") }
}

/// A subscriber whose demand a test sets.
///
/// `@unchecked Sendable`: a lock guards its state.
final class ManualSubscriber<Input: Sendable, Failure: Error>: Subscriber, @unchecked Sendable {
    // Guarded by the lock.
    private let lock = NSLock()
    private var subscription: (any Subscription)?
    private var received: [Input] = []
    private var ends: [Subscribers.Completion<Failure>] = []
    let ended = Gate()

    func receive(subscription: any Subscription) {
        lock.withLock { self.subscription = subscription }
    }

    func receive(_ input: Input) -> Subscribers.Demand {
        lock.withLock { received.append(input) }
        return .none
    }

    func receive(completion: Subscribers.Completion<Failure>) {
        lock.withLock { ends.append(completion) }
        ended.open()
    }

    var values: [Input] { lock.withLock { received } }
    var completions: [Subscribers.Completion<Failure>] { lock.withLock { ends } }

    func request(_ demand: Subscribers.Demand) { lock.withLock { subscription }?.request(demand) }

    func cancel() {
        let subscription = lock.withLock {
            defer { self.subscription = nil }
            return self.subscription
        }
        subscription?.cancel()
    }
}

@Suite(.timeLimit(.minutes(5)))
struct FetchPublisherTests {
    private typealias LetterSubscriber = ManualSubscriber<[String], FetchError>

    private func client(
        _ response: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) -> (Client<Letters>, StubTransport) {
        let stub = StubTransport(response)
        return (Client(Letters(), transport: stub, cache: nil, retry: .never), stub)
    }

    @Test("Nothing is sent before there is demand (T6)")
    func cold() async throws {
        let (client, stub) = client { _ in .json(#"["a"]"#) }
        let publisher = client.publisher(for: .all)
        let subscriber = LetterSubscriber()
        publisher.subscribe(subscriber)
        #expect(stub.requests.isEmpty)
        subscriber.request(.max(1))
        await subscriber.ended.wait()
        #expect(subscriber.values == [["a"]])
        #expect(subscriber.completions.count == 1)
        subscriber.request(.unlimited)
        #expect(subscriber.values.count == 1)
        #expect(stub.requests.count == 1)
    }

    @Test("Each subscription makes a call of its own (T6)")
    func oneCallEach() async throws {
        let (client, stub) = client { _ in .json(#"["a"]"#) }
        let publisher = client.publisher(for: .all)
        #expect(try await publisher.firstValue() == ["a"])
        #expect(try await publisher.firstValue() == ["a"])
        #expect(stub.requests.count == 2)
    }

    @Test func anAddressAndATypeAreAPublisher() async throws {
        let stub = StubTransport { _ in .json(#"["a"]"#) }
        let web = Client(AnyOrigin(), transport: stub, cache: nil)
        let publisher = web.publisher(at: "https://letters.example/all", as: [String].self)
        #expect(stub.requests.isEmpty)
        #expect(try await publisher.firstValue() == ["a"])
        let invalid = await #expect(throws: FetchError.self) {
            try await web.publisher(at: "letters", as: [String].self).firstValue()
        }
        #expect(invalid?.code == "invalid_request" && stub.requests.count == 1)
    }

    @Test func aFailureArrivesTyped() async {
        let (client, _) = client { _ in .status(503) }
        let subscriber = LetterSubscriber()
        client.publisher(for: .all).subscribe(subscriber)
        subscriber.request(.unlimited)
        await subscriber.ended.wait()
        #expect(subscriber.values.isEmpty)
        guard case .failure(let error) = subscriber.completions.first else {
            Issue.record("no failure")
            return
        }
        #expect(error.kind == .status(.serviceUnavailable))
    }

    @Test func nothingArrivesAfterACancel() async throws {
        let gate = Gate()
        let responded = Gate()
        let (client, _) = client { _ async throws(FetchError) in
            await gate.wait()
            responded.open()
            return .json("[]")
        }
        let subscriber = LetterSubscriber()
        client.publisher(for: .all).subscribe(subscriber)
        subscriber.request(.max(1))
        try await gate.waitUntilWaiting()
        subscriber.cancel()
        await responded.wait()
        #expect(subscriber.values.isEmpty && subscriber.completions.isEmpty)
    }

    @Test("Nothing is retained after the end or a cancel (T7)")
    func leaks() async throws {
        let (client, _) = client { _ in .json("[]") }
        weak var finished: LetterSubscriber?
        do {
            let subscriber = LetterSubscriber()
            finished = subscriber
            client.publisher(for: .all).subscribe(subscriber)
            subscriber.request(.max(1))
            await subscriber.ended.wait()
            subscriber.cancel()
        }
        try await eventually { finished == nil }
        weak var cancelled: LetterSubscriber?
        do {
            let subscriber = LetterSubscriber()
            cancelled = subscriber
            client.publisher(for: .all).subscribe(subscriber)
            subscriber.cancel()
        }
        #expect(cancelled == nil)
    }

    @Test func operatorsOfThePlatformCompose() async throws {
        let (client, _) = client { _ in .json(#"["b","a"]"#) }
        let first = try await client.publisher(for: .all).map { $0.sorted() }.compactMap(\.first)
            .receive(on: DispatchQueue(label: "test")).firstValue()
        #expect(first == "a")
    }
}

@Suite(.timeLimit(.minutes(5)))
struct CallbackPublisherTests {
    @Test func everySubscriptionStartsAgainAndCountsTheFirstCallOnly() async throws {
        let starts = Atomic<Int>(0)
        let publisher = CallbackPublisher<Int, Never> { completion in
            completion.success(starts.add(1, ordering: .relaxed).newValue)
            completion.success(100)
            return nil
        }
        let early = starts.load(ordering: .relaxed)
        #expect(early == 0)
        #expect(try await publisher.firstValue() == 1)
        #expect(try await publisher.firstValue() == 2)
    }

    @Test func cancellingReachesTheWork() async {
        let cancelled = Gate()
        let publisher = CallbackPublisher<Int, Never> { _ in { cancelled.open() } }
        let subscriber = ManualSubscriber<Int, Never>()
        publisher.subscribe(subscriber)
        subscriber.request(.max(1))
        subscriber.cancel()
        await cancelled.wait()
        #expect(subscriber.values.isEmpty)
    }

    @Test @MainActor func aFirstValueIsSubscribedToInTheSameBreath() async throws {
        let subject = PassthroughSubject<Int, Never>()
        // It runs once this test waits, and not before.
        Task { subject.send(5) }
        #expect(try await subject.firstValue() == 5)
    }

    @Test func anEndWithoutAValueIsReported() async {
        await #expect(throws: MissingOutcomeError.self) { try await Empty<Int, Never>().firstValue() }
    }

    @Test func aPublisherLeadsBackToACallback() async {
        let result: Result<Int, any Error> = await withCheckedContinuation { continuation in
            let subscription = Just(4).firstResult { continuation.resume(returning: $0) }
            withExtendedLifetime(subscription) {}
        }
        #expect((try? result.get()) == 4)
    }
}

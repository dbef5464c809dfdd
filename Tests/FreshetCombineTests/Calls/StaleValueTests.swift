import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Synchronization
import Testing

/// A stale value at once and the fresh one after it, through publishers and view models.
@Suite(.timeLimit(.minutes(2)))
struct StaleValueTests {
    private let clock = ManualClock()

    /// A client whose cache holds `["1"]`, stale for a minute; the next response is `["2"]`, or a failure.
    private func client(
        before gate: Gate? = nil, failure: FetchError? = nil, control: String = "max-age=60, stale-while-revalidate=600"
    ) async throws -> Client<Letters> {
        let count = Counting()
        let stub = StubTransport { _ throws(FetchError) in
            let number = count.next()
            if number > 1 {
                await gate?.wait()
                if let failure { throw failure }
            }
            return StubTransport.Response(
                headers: [.cacheControl: control, .contentType: "application/json"],
                chunks: [Data("[\"\(number)\"]".utf8)])
        }
        let client = Client(
            Letters(), transport: stub, cache: HTTPCache(), retry: RetryPolicy(base: .zero), time: clock.time)
        _ = try await client.value(for: .all)
        clock.advance(by: .seconds(120))
        return client
    }

    @Test func aPublisherBringsBothValues() async throws {
        let client = try await client()
        let subscriber = ManualSubscriber<[String], FetchError>()
        client.publisher(for: .all).subscribe(subscriber)
        subscriber.request(.unlimited)
        await subscriber.ended.wait()
        #expect(subscriber.values == [["1"], ["2"]])
        #expect(subscriber.completions.map(\.isFinished) == [true])
    }

    @Test func theFreshValueTakesThePlaceOfAStaleOneThatNobodyTook() async throws {
        let gate = Gate()
        let client = try await client(before: gate)
        let subscriber = ManualSubscriber<[String], FetchError>()
        client.publisher(for: .all).subscribe(subscriber)
        subscriber.request(.max(1))
        try await gate.waitUntilWaiting()
        #expect(subscriber.values == [["1"]])
        subscriber.request(.max(1))
        #expect(subscriber.completions.isEmpty)
        gate.open()
        await subscriber.ended.wait()
        #expect(subscriber.values == [["1"], ["2"]])
    }

    @Test func aFailureBehindTheStaleValueEndsThePublisherWell() async throws {
        let client = try await client(failure: FetchError(.connectionLost))
        let subscriber = ManualSubscriber<[String], FetchError>()
        client.publisher(for: .all).subscribe(subscriber)
        subscriber.request(.unlimited)
        await subscriber.ended.wait()
        #expect(subscriber.values == [["1"]] && subscriber.completions.map(\.isFinished) == [true])
    }

    @Test func thePublisherOfResponsesReportsThatFailure() async throws {
        let client = try await client(failure: FetchError(.connectionLost))
        let subscriber = ManualSubscriber<Response<[String]>, FetchError>()
        client.responsePublisher(for: .all).subscribe(subscriber)
        subscriber.request(.unlimited)
        await subscriber.ended.wait()
        let sources = subscriber.values.map(\.source)
        #expect(sources == [.stale(age: .seconds(120), .revalidating)])
        #expect(subscriber.completions.map(\.isFinished) == [false])
    }

    @Test func cancellingBetweenTheValuesDeliversNothingMore() async throws {
        let gate = Gate()
        let client = try await client(before: gate)
        let subscriber = ManualSubscriber<[String], FetchError>()
        client.publisher(for: .all).subscribe(subscriber)
        subscriber.request(.unlimited)
        try await gate.waitUntilWaiting()
        subscriber.cancel()
        gate.open()
        #expect(subscriber.values == [["1"]] && subscriber.completions.isEmpty)
    }

    @Test func statesCarryTheMarks() async throws {
        let client = try await client()
        let made = clock.date.addingTimeInterval(-120)
        let clock = clock
        var states: [FetchState<[String]>] = []
        let publisher = client.responsePublisher(for: .all).mapToFetchState(time: clock.time)
        for await state in publisher.typedValues { states.append(state) }
        #expect(states.map(\.value) == [nil, ["1"], ["2"]])
        #expect(states.map(\.isStale) == [false, true, false])
        #expect(states.map(\.isFetching) == [true, true, false])
        #expect(states[1].receivedAt == made)
    }

    @Test(arguments: [false, true])
    func aLoaderShowsTheStaleValueAndReportsTheFailureBesideIt(requestIsPassed: Bool) async throws {
        let client = try await client(failure: FetchError(.connectionLost))
        let queue = DispatchQueue(label: "loader")
        let loader = Loader(from: client, scheduler: .queue(queue)) { .all }
        let settled = Gate()
        let watching = queue.sync {
            loader.$fetch.sink { fetch in if fetch.error != nil { settled.open() } }
        }
        if requestIsPassed { loader.load(.all, from: client) } else { loader.load() }
        await settled.wait()
        queue.sync {
            #expect(loader.state.value == ["1"])
            #expect(loader.fetch.value == ["1"] && loader.fetch.isStale)
            #expect(loader.fetch.error?.kind == .connectionLost)
        }
        watching.cancel()
    }
}

extension Subscribers.Completion {
    fileprivate var isFinished: Bool {
        if case .finished = self { true } else { false }
    }
}

/// Counts from 1.
private final class Counting: Sendable {
    private let count = Atomic(0)

    func next() -> Int { count.add(1, ordering: .relaxed).newValue }
}

import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Two responses for one question: RFC 5861 §3.
@Suite(.timeLimit(.minutes(1)))
struct RevalidationTests {
    private let item = Request<Shop, Shop.Item>.item("tea")
    private let counter = Counter()

    /// A shop whose second response waits at a gate.
    private func shop(
        before: Gate? = nil, secondFails: Bool = false, observers: [any FetchObserver] = []
    ) -> CachedShop {
        return CachedShop(observers: observers) { [counter] _ throws(FetchError) in
            let number = counter.next
            if number > 1 {
                await before?.wait()
                if secondFails { throw FetchError(.connectionLost) }
            }
            return StubTransport.Response(
                headers: [
                    .cacheControl: "max-age=60, stale-while-revalidate=600", .contentType: "application/json",
                ], chunks: [Data(#"{"name":"tea","price":\#(number)}"#.utf8)])
        }
    }

    @Test func aSingleValueIsStaleAndTheNextOneFresh() async throws {
        let finished = Gate()
        let calls = Counter()
        let shop = shop(observers: [
            Opening(gate: finished) { if case .finished = $0.step { calls.next == 3 } else { false } }
        ])
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        let stale = try await shop.client.response(for: item)
        #expect(stale.value.price == 1 && stale.source == .stale(age: .seconds(61), .revalidating))
        // A cache on the way may respond to a request that nobody waits for.
        #expect(shop.stub.requests.allSatisfy { $0.head.headerFields[.cacheControl] == nil })
        await finished.wait()
        // The revalidation is a call of its own.
        let sending = shop.recorder.events.filter { $0.step == .attempt(number: 1) }.map(\.call)
        #expect(Set(sending).count == 2)
        #expect(Set(shop.recorder.events.map(\.call)).count == 3)
        let fresh = try await shop.client.response(for: item)
        #expect(fresh.value.price == 2 && fresh.source == .fresh(age: .zero) && shop.sent == 2)
    }

    @Test("A 304 of another type confirms what is stored", arguments: ["text/html", "text/plain; charset=utf-8", ""])
    func confirmationsOfAnotherType(type: String) async throws {
        let shop = CachedShop { [counter] _ throws(FetchError) in
            guard counter.next == 1 else {
                return StubTransport.Response(
                    status: 304, headers: [.contentType: type, .eTag: "\"1\"", .cacheControl: "max-age=60"])
            }
            return StubTransport.Response(
                headers: [.contentType: "application/json", .eTag: "\"1\"", .cacheControl: "max-age=60"],
                chunks: [Data(#"{"name":"tea","price":1}"#.utf8)])
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        let confirmed = try await shop.client.response(for: item)
        #expect(confirmed.value.price == 1 && shop.sent == 2)
        #expect(confirmed.head.headerFields[.contentType] == "application/json")
        shop.clock.advance(by: .seconds(30))
        #expect(try await shop.client.value(for: item).price == 1 && shop.sent == 2)
    }

    @Test func oneRevalidationRunsAtATime() async throws {
        let gate = Gate()
        let shop = shop(before: gate)
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        for _ in 0..<3 { #expect(try await shop.client.value(for: item).price == 1) }
        try await gate.waitUntilWaiting()
        #expect(shop.sent == 2)
        gate.open()
    }

    @Test func aHundredCallsRevalidateOnce() async throws {
        let gate = Gate()
        let shop = shop(before: gate)
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        await withTaskGroup(of: Int?.self) { group in
            for _ in 0..<100 { group.addTask { try? await shop.client.value(for: item).price } }
            for await price in group { #expect(price == 1) }
        }
        try await gate.waitUntilWaiting()
        #expect(shop.sent == 2)
        gate.open()
    }

    @Test func followingBringsTheStaleValueAndTheFreshOne() async throws {
        let shop = shop()
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        var states: [FetchState<Shop.Item>] = []
        for await state in shop.client.states(for: item) { states.append(state) }
        #expect(states.map { $0.value?.price } == [nil, 1, 2])
        #expect(states.map(\.isFetching) == [true, true, false])
        #expect(states.map(\.isStale) == [false, true, false])
        #expect(states[1].receivedAt == made && states[2].receivedAt == shop.clock.date)
        #expect(shop.stub.requests.allSatisfy { $0.head.headerFields[.cacheControl] == nil })
        #expect(shop.sent == 2)
    }

    @Test func aFailedRevalidationIsReportedBesideTheStaleValue() async throws {
        let shop = shop(secondFails: true)
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        var last: FetchState<Shop.Item>?
        for await state in shop.client.states(for: item) { last = state }
        let state = try #require(last)
        #expect(state.value?.price == 1 && state.isStale && !state.isFetching)
        #expect(state.error?.kind == .connectionLost)
    }

    @Test func aResponseThatStandsInIsStaleWithItsFailureBeside() async throws {
        let shop = CachedShop { [counter] _ throws(FetchError) in
            if counter.next > 1 { throw FetchError(.cannotConnect(.offline)) }
            return counter.item("max-age=60")
        }
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        var states: [FetchState<Shop.Item>] = []
        for await state in shop.client.states(for: item) { states.append(state) }
        #expect(states.count == 2)
        let state = try #require(states.last)
        #expect(state.value?.price == 2 && state.isStale && state.receivedAt == made)
        #expect(state.error?.kind == .cannotConnect(.offline))
    }

    @Test func leavingTheStatesCancelsTheCall() async throws {
        let cancelled = Gate()
        let asked = Gate()
        let shop = CachedShop(
            observers: [Opening(gate: cancelled) { if case .cancelled = $0.step { true } else { false } }]
        ) { _ in
            await asked.wait()
            return .status(204)
        }
        for await state in shop.client.states(for: item) {
            #expect(state.isFetching)
            try await asked.waitUntilWaiting()
            break
        }
        await cancelled.wait()
        #expect(shop.sent == 1)
    }

    @Test func nothingIsSentBeforeAStateIsAwaited() async throws {
        let shop = shop()
        _ = shop.client.states(for: item).makeAsyncIterator()
        #expect(shop.sent == 0)
    }

    @Test func cancellingBetweenTheResponsesEndsTheSecond() async throws {
        let gate = Gate()
        let ended = Gate()
        let shop = shop(before: gate)
        _ = try await shop.client.value(for: item)
        shop.clock.advance(by: .seconds(61))
        let updates = Lock<[String]>([])
        let task = shop.client.follow(item) { update in
            switch update {
            case .response(let response, let isLast):
                updates.withLock { $0.append("\(response.value.price ?? 0) \(isLast)") }
            case .failure(let error):
                updates.withLock { $0.append(error.code) }
                ended.open()
            }
        }
        try await gate.waitUntilWaiting()
        #expect(!task.isFinished)
        task.cancel()
        await ended.wait()
        #expect(updates.withLock { $0 } == ["1 false", "cancelled"])
    }
}

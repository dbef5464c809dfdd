import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct WriteScopeTests {
    let bench = LibraryBench()

    private var book: Resource<Library.Book> { bench.client.resource(.book(7)) }

    private func write(
        _ pages: Int, in scope: String?, _ onFailure: WritePlan<Library, Void>.FailureRule = .continuing
    ) -> Task<Void, any Error> {
        Task { [bench] in
            try await bench.client.write(.setPages(pages)) {
                $0.scope = scope
                $0.onFailure = onFailure
                $0.update(.book(7)) { $0.pages = pages }
            }
        }
    }

    /// Begins a write after the one before it, and waits until it is shown.
    private func shown(
        _ pages: Int, in scope: String?, _ onFailure: WritePlan<Library, Void>.FailureRule = .continuing
    ) async throws -> Task<Void, any Error> {
        let task = write(pages, in: scope, onFailure)
        try await eventually { book.state.value?.pages == pages }
        return task
    }

    @Test func writesOfOneScopeRunOneAfterAnotherAndOfTwoSideBySide() async throws {
        _ = try await book.value()
        let gate = bench.server.hold()
        let first = try await shown(1, in: "one")
        let second = try await shown(2, in: "one")
        let other = try await shown(3, in: "two")
        let free = try await shown(4, in: nil)
        try await gate.waitUntilWaiting(count: 3)
        #expect(bench.sent == 4)
        bench.server.set { $0.gate = nil }
        gate.open()
        for task in [first, second, other, free] { try await task.value }
        #expect(bench.sent == 5)
        #expect(bench.server.transport.requests.last?.head.path == "/v1/books/7/pages")
    }

    @Test func aWriteThatIsCancelledInTheQueueLeavesNothingAndIsNotSent() async throws {
        _ = try await book.value()
        let gate = bench.server.hold()
        let first = try await shown(1, in: "one")
        try await gate.waitUntilWaiting()
        let second = try await shown(2, in: "one")
        second.cancel()
        await #expect(throws: FetchError.cancelled) { try await second.value }
        #expect(book.state.value?.pages == 1)
        gate.open()
        try await first.value
        #expect(bench.sent == 2)
    }

    @Test(arguments: [WritePlan<Library, Void>.FailureRule.continuing, .cancelsFollowing])
    func afterAFailureThoseBehindItRunOrAreCancelled(_ rule: WritePlan<Library, Void>.FailureRule) async throws {
        _ = try await book.value()
        let gate = bench.server.hold()
        bench.server.set { $0.status = 422 }
        let first = try await shown(1, in: "one", rule)
        try await gate.waitUntilWaiting()
        bench.server.set {
            $0.status = 200
            $0.gate = nil
        }
        let second = try await shown(2, in: "one")
        gate.open()
        await #expect(throws: FetchError.self) { try await first.value }
        if rule == .continuing {
            try await second.value
            #expect(book.state.value?.pages == 2)
        } else {
            await #expect(throws: FetchError.cancelled) { try await second.value }
            #expect(book.state.value?.pages == 100)
            // The scope is free again.
            try await write(3, in: "one").value
        }
    }

    @Test func aWriteThatWaitsIsNotSentForAnotherAccount() async throws {
        let account = Account()
        let bench = LibraryBench(account: account)
        let book = bench.client.resource(.book(7))
        _ = try await book.value()
        let gate = bench.server.hold()
        let writes = [1, 2].map { pages in
            Task {
                try await bench.client.write(.setPages(pages)) {
                    $0.scope = "one"
                    $0.update(.book(7)) { $0.pages = pages }
                }
            }
        }
        try await eventually { book.state.pendingChanges >= 2 }
        try await gate.waitUntilWaiting()
        account.name = "bob"
        bench.server.set { $0.gate = nil }
        gate.open()
        let results = [await writes[0].result, await writes[1].result]
        #expect(
            results.count { if case .failure(let error as FetchError) = $0 { error == .cancelled } else { false } } == 1
        )
        #expect(bench.sent == 2)
    }

    @Test func aSecondWriteMayBeMadeFromTheResponseOfTheFirst() async throws {
        let created = try await bench.client.write(.put(Library.Book(title: "New")))
        try await bench.client.write(.setPages(300, of: created.id))
        #expect(bench.server.transport.requests.map(\.head.path) == ["/v1/books/7", "/v1/books/7/pages"])
    }
}

import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import Testing

@Suite(.timeLimit(.minutes(5)))
struct StressTests {
    @Test func whateverManyThreadsDoAllObserversAgreeInTheEnd() async throws {
        for seed in 0..<TestLength.count(8, long: 500) {
            let account = Account()
            let bench = LibraryBench(cache: seed.isMultiple(of: 2) ? MemoryCacheStore() : nil, account: account)
            bench.client.resources.settings.entryLimit = 2
            let books = (1...4).map { bench.client.resource(.book($0)) }
            let last = books.map { ResourceRecorder($0) }
            await withTaskGroup(of: Void.self) { group in
                for worker in 0..<4 {
                    group.addTask {
                        var random = SeededRandom(seed: UInt64(seed * 10 + worker))
                        for _ in 0..<60 { await act(on: books, bench, account, &random) }
                    }
                }
            }
            account.name = "last"
            bench.server.set { $0.title = "Last" }
            bench.client.resources.accountDidChange()
            bench.client.resources.invalidate(.all)
            for recorder in last {
                try await recorder.state { $0.value?.title == "Last" && !$0.isStale && $0.activity == .idle }
            }
            #expect(books.allSatisfy { $0.state.value?.pages == 100 })
            for recorder in last { recorder.stop() }
        }
    }
}

/// Does something at random.
private func act(
    on books: [Resource<Library.Book>], _ bench: LibraryBench, _ account: Account, _ random: inout SeededRandom
) async {
    let book = books[Int.random(in: 0..<4, using: &random)]
    switch Int.random(in: 0..<12, using: &random) {
    case 0: book.invalidate()
    case 1: book.update { $0.pages = 1 }
    case 2: book.set(Library.Book(title: "Set"), freshFor: .seconds(60))
    case 3: _ = try? await book.value()
    case 4: _ = try? await book.refetch()
    case 5: book.cancel()
    case 6: bench.clock.advance(by: .milliseconds(700))
    case 7: ResourceRecorder(book).stop()
    case 8: bench.server.set { $0.title = "Another" }
    case 9: book.prefetch()
    case 10:
        account.name = "ada \(Int.random(in: 0..<3, using: &random))"
        bench.client.resources.accountDidChange()
    default: book.reset()
    }
}

import FreshetCore
import FreshetResources
import FreshetTesting
import Testing

/// Closures of the app run outside of every lock: they may use the resources.
@Suite(.timeLimit(.minutes(1)))
struct ClosureTests {
    private let bench = LibraryBench()
    private let runs = Lock<Set<String>>([])

    /// Uses the store of the resources, the resource itself, and another one.
    private func use(_ name: String, _ book: Resource<Library.Book>) {
        runs.withLock { _ = $0.insert(name) }
        let client = bench.client
        _ = (client.resources.count, client.resource(.shelf).state, book.state.activity)
        client.resource(.book(8)).set(Library.Book(title: name))
    }

    @Test func closuresOfTheAppMayUseTheResources() async throws {
        let book = bench.client.resource(.book(7))
        let compared = book.comparing { [self] in
            use("comparing", book)
            return $0 == $1
        }
        let first = book.map { [self] in
            use("map", book)
            return $0.title
        }
        let next = book.then { [self] _ in
            use("then", book)
            return bench.client.resource(.shelf)
        }
        let placeholder = book.placeholder { [self] in
            use("placeholder", bench.client.resource(.book(9)))
            return nil
        }
        // The stand-in is asked for as long as there is no value.
        let gate = bench.server.hold()
        let observations = [
            book.observe { [self] _ in use("observe", book) }, first.observe { _ in }, next.observe { _ in },
            placeholder.observe { _ in },
        ]
        gate.open()
        _ = try await compared.refetch()
        _ = try await compared.refetch()
        book.update { [self] in
            use("update", bench.client.resource(.book(9)))
            $0.pages = 3
        }
        #expect(book.state.value?.pages == 3)
        bench.client.resources.invalidate(
            .matching { [self] _ in
                use("matching", book)
                return false
            })
        #expect(
            runs.withLock { $0 } == [
                "comparing", "map", "then", "placeholder", "observe", "update", "matching",
            ])
        withExtendedLifetime(observations) {}
    }
}

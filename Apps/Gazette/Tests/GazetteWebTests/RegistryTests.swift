import FreshetTesting
import Testing

@testable import GazetteWeb
@testable import LivePages
@testable import ReaderStorage

/// The pages in memory, and their lifetimes.
@Suite(.timeLimit(.minutes(1)))
struct RegistryTests {
    private func page(_ id: String) async throws -> LivePage {
        LivePage(id: id, renderer: try Renderer(assets: try Assets.bundled()))
    }

    private func wait(_ seconds: Int, _ registry: PageRegistry) {
        for _ in 0..<seconds { registry.tick() }
    }

    @Test func aPageThatNobodyReadsIsClosed() async throws {
        let registry = PageRegistry(limit: 5, grace: 20)
        let page = try await page("one")
        #expect(registry.add(page))
        // It is being made, however long that takes.
        wait(50, registry)
        #expect(registry.page("one") === page)
        registry.leave("one")
        wait(19, registry)
        #expect(registry.page("one") === page)
        wait(1, registry)
        #expect(registry.page("one") == nil)
        #expect(registry.count == 0)
    }

    @Test func aPageIsKeptWhileSomebodyReadsItAndForAWhileAfter() async throws {
        let registry = PageRegistry(limit: 5, grace: 20)
        #expect(registry.add(try await page("one")))
        registry.leave("one")
        #expect(registry.enter("one") != nil)
        wait(50, registry)
        registry.leave("one")
        wait(19, registry)
        // They come back in time.
        #expect(registry.enter("one") != nil)
        wait(50, registry)
        #expect(registry.page("one") != nil)
        registry.leave("one")
        wait(20, registry)
        #expect(registry.enter("one") == nil)
    }

    @Test func anIdIsFreeUntilItsPageIsHeldOrWasRead() async throws {
        let registry = PageRegistry(limit: 2, grace: 20)
        #expect(registry.isFree("one"))
        #expect(registry.add(try await page("one")))
        #expect(!registry.isFree("one"))
        registry.leave("one")
        #expect(registry.isFree("one"))
        // Another page with the id takes its place, and no further room.
        let second = try await page("one")
        #expect(registry.add(second))
        #expect(registry.page("one") === second && registry.count == 1)
        registry.leave("one")
        #expect(registry.enter("one") === second)
        registry.leave("one")
        #expect(!registry.isFree("one"))
        wait(20, registry)
        #expect(registry.isFree("one"))
    }

    @Test func theOneLeftAloneTheLongestMakesPlace() async throws {
        let registry = PageRegistry(limit: 3, grace: 20)
        for id in ["one", "two", "three"] { #expect(registry.add(try await page(id))) }
        registry.leave("two")
        registry.tick()
        registry.leave("one")
        #expect(registry.add(try await page("four")))
        #expect(registry.page("two") == nil)
        #expect(registry.add(try await page("five")))
        #expect(registry.page("one") == nil)
        // All others are read.
        #expect(!registry.add(try await page("six")))
        #expect(registry.count == 3)
    }

    @Test func aTabThatLeavesFreesItsPage() async throws {
        let registry = PageRegistry(limit: 1, grace: 20)
        #expect(registry.add(try await page("one")))
        registry.remove("one")
        registry.remove("one")
        #expect(registry.count == 0)
        registry.leave("one")
        #expect(registry.add(try await page("two")))
    }

    @Test func aClosedPageIsLetGo() async throws {
        let registry = PageRegistry(limit: 5, grace: 20)
        let stub = StubTransport { _ in .json("[]") }
        let clients = Site.clients(stub)
        weak var last: LivePage?
        do {
            let page = try await page("one")
            last = page
            await page.open {
                PeoplePage(
                    PageAddress(path: ["people"], query: []),
                    .init(clients: clients, pictures: .init(), looks: Looks(), scheduler: $0))
            }
            await page.settle(within: 60)
            #expect(registry.add(page))
        }
        registry.remove("one")
        try await eventually(outside: "a page ends on its queue") { last == nil }
    }

    @Test func memoryIsGivenBackOnceManyHaveGoneAndItIsQuiet() async throws {
        let registry = PageRegistry(limit: 100, grace: 20)
        for number in 0..<60 { #expect(registry.add(try await page("\(number)"))) }
        for number in 0..<49 { registry.remove("\(number)") }
        #expect(!registry.tick() && !registry.tick())
        registry.remove("49")
        // Others may follow yet.
        #expect(!registry.tick())
        #expect(registry.tick())
        #expect(!registry.tick())
    }
}

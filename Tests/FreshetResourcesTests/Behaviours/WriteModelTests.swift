import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

@MainActor
@Suite(.timeLimit(.minutes(1)))
struct WriteModelTests {
    let bench = LibraryBench()

    private var book: Resource<Library.Book> { bench.client.resource(.book(7)) }

    private func model() -> WriteModel<Library, Int, Void> {
        WriteModel(bench.client) {
            .setPages($0)
        } plan: { pages, write in
            write.scope = "pages"
            write.update(.book(7)) { $0.pages = pages }
        }
    }

    @Test func startingShowsItBeforeItReturnsAndThePhaseSaysHowItGoes() async throws {
        _ = try await book.value()
        let gate = bench.server.hold()
        let pages = model()
        #expect(pages.phase == .idle)
        pages.start(200)
        #expect(book.state.value?.pages == 200)
        #expect(pages.phase == .queued)
        #expect(pages.input == 200)
        try await gate.waitUntilWaiting()
        #expect(pages.phase == .running)
        gate.open()
        try await eventually { !pages.isRunning }
        #expect(pages.phase == .succeeded)
        #expect(pages.output != nil)
    }

    @Test func aFailureIsAPhaseAndThrownToWhoRunsIt() async throws {
        bench.server.set { $0.status = 422 }
        let pages = model()
        await #expect(throws: FetchError.self) { try await pages.run(200) }
        #expect(pages.error?.kind == .status(.unprocessableContent))
        pages.reset()
        #expect(pages.phase == .idle)
        #expect(pages.input == nil)
    }

    @Test func cancellingIsNoFailure() async throws {
        _ = try await book.value()
        let gate = bench.server.hold()
        let pages = model()
        pages.start(200)
        try await gate.waitUntilWaiting()
        pages.start(300)
        #expect(book.state.value?.pages == 300)
        pages.cancel()
        try await eventually { !pages.isRunning }
        #expect(pages.phase == .idle)
        #expect(book.state.value?.pages == 200)
        gate.open()
    }

    @Test func thePropertiesAreOfTheLatestRun() async throws {
        let gate = bench.server.hold()
        let pages = model()
        pages.start(200)
        try await gate.waitUntilWaiting()
        let second = Task { try await pages.run(300) }
        try await eventually { pages.input == 300 }
        #expect(pages.phase == .queued)
        bench.server.set { $0.gate = nil }
        gate.open()
        try await second.value
        #expect(pages.phase == .succeeded)
        #expect(pages.input == 300)
        #expect(bench.sent == 2)
    }
}

@Suite(.timeLimit(.minutes(1)))
struct WriteModelIsolationTests {
    /// An actor with a model of its own.
    private actor Desk {
        private let pages: WriteModel<Library, Int, Void>

        init(_ client: Client<Library>) {
            pages = WriteModel(client) {
                .setPages($0)
            } plan: { pages, write in
                write.update(.book(7)) { $0.pages = pages }
            }
        }

        func run(_ count: Int) async throws { try await pages.run(count) }

        func start(_ count: Int) { pages.start(count) }

        var phase: WritePhase { pages.phase }
        var hasFailed: Bool { pages.error != nil }
    }

    @Test func aModelBelongsToTheActorWhereItWasMade() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7))
        _ = try await book.value()
        let desk = Desk(bench.client)
        try await desk.run(200)
        #expect(await desk.phase == .succeeded)
        #expect(book.state.value?.pages == 200)
        bench.server.set { $0.status = 422 }
        await desk.start(300)
        try await tasksAtRest()
        #expect(await desk.hasFailed)
        #expect(book.state.value?.pages == 200)
    }
}

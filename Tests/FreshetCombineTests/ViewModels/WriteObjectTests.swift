import FreshetCombine
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

private struct Library: Service {
    let baseURL = "https://library.example"
}

private struct Book: Codable, Sendable {
    var pages: Int
}

extension Request where API == Library, Value == Book {
    fileprivate static var book: Self { Request("book") }
}

@Suite(.timeLimit(.minutes(1)))
struct WriteObjectTests {
    private let clock = ManualClock()
    private let server = StubTransport()
    private let client: Client<Library>
    private let pages: WriteObject<Library, Int, Void>

    init() {
        client = Client(Library(), transport: server, cache: nil, retry: .never, time: clock.time)
        pages = WriteObject(client, scheduler: clock.scheduler) {
            Request("book", method: .patch, body: .json(Book(pages: $0)), reading: .nothing)
        } plan: { pages, write in
            write.scope = "pages"
            write.update(.book) { $0.pages = pages }
        }
    }

    private var book: Resource<Book> { client.resource(.book) }

    private func loadBook() async throws {
        let book = book
        async let value = book.value()
        try await server.nextRequest().respond(with: .json(#"{"pages":100}"#))
        _ = try await value
    }

    private func phase(_ isMet: @escaping (WritePhase) -> Bool) async throws {
        try await clock.run(upTo: .zero) { isMet(pages.phase) }
    }

    @Test func startingShowsItBeforeItReturnsAndThePhaseSaysHowItGoes() async throws {
        try await loadBook()
        let phases = PublisherRecorder(pages.$phase)
        pages.start(200)
        #expect(book.state.value?.pages == 200 && pages.phase == .queued && pages.input == 200)
        let request = try await server.nextRequest()
        try await phase { $0 == .running }
        request.respond(with: .status(204))
        try await phase { !$0.isRunning }
        #expect(phases.values == [.idle, .queued, .running, .succeeded])
        #expect(pages.output != nil && pages.error == nil)
    }

    @Test func aFailureIsAPhaseAndIsTriedAgain() async throws {
        pages.retry()
        #expect(pages.phase == .idle)
        pages.start(200)
        try await server.nextRequest().respond(with: .status(422))
        try await phase { !$0.isRunning }
        #expect(pages.error?.kind == .status(.unprocessableContent) && pages.output == nil)
        pages.retry()
        #expect(pages.isRunning && pages.input == 200)
        try await server.nextRequest().respond(with: .status(204))
        try await phase { !$0.isRunning }
        #expect(pages.phase == .succeeded)
        pages.reset()
        #expect(pages.phase == .idle && pages.input == nil && pages.output == nil)
    }

    @Test func cancellingIsNoFailure() async throws {
        try await loadBook()
        pages.start(200)
        let first = try await server.nextRequest()
        pages.start(300)
        #expect(book.state.value?.pages == 300)
        pages.cancel()
        try await phase { !$0.isRunning }
        #expect(pages.phase == .idle && book.state.value?.pages == 200)
        first.respond(with: .status(204))
    }
}

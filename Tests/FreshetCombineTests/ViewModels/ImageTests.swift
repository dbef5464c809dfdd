import Foundation
import FreshetCombine
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(2)))
struct ImageTests {
    final class Backend {
        var urls: [String] = []
        var responses: [String: AnyPublisher<Data, FetchError>] = [:]

        func load(_ url: URL) -> AnyPublisher<Data, FetchError> {
            urls.append(url.absoluteString)
            return responses[url.absoluteString] ?? .fail(with: FetchError(.connectionLost))
        }
    }

    static let gif = Data("GIF89a".utf8) + Data([3, 0, 2, 0, 0, 0, 0])

    let clock = ManualClock()
    let backend = Backend()
    let store: ImageStore
    let url: URL

    init() throws {
        store = ImageStore(time: clock.time) { [backend] in backend.load($0) }
        url = try #require(URL(string: "https://pictures.example/a.gif"))
    }

    @Test func aPictureIsLoadedOnceAndKept() {
        backend.responses[url.absoluteString] = .just(Self.gif)
        let loader = ImageLoader(store: store, scheduler: clock.scheduler)
        #expect(loader.phase == .nothing)
        loader.url = url
        clock.advance()
        #expect(loader.image?.format == .gif)
        #expect(loader.image?.pixelSize == PixelSize(width: 3, height: 2))
        #expect(!loader.noData)
        let second = ImageLoader(store: store, scheduler: clock.scheduler)
        second.url = url
        clock.advance()
        #expect(second.image == loader.image)
        #expect(backend.urls.count == 1)
    }

    @Test func onlyFormatsThatAreShownAreAskedFor() async throws {
        struct Host: Service { let baseURL = "https://pictures.example" }
        let stub = StubTransport { _ in .init(headers: [.contentType: "image/gif"], chunks: [Self.gif]) }
        let store = ImageStore(client: Client(Host(), transport: stub, cache: nil))
        let recorder = PublisherRecorder(store.image(for: url))
        try await recorder.waitForValues(count: 1)
        #expect(
            stub.requests.first?.head.headerFields[.accept]
                == "image/png, image/jpeg, image/gif, image/webp, image/svg+xml")
    }

    @Test func aFailureIsRememberedForAWhileOnly() {
        let loader = ImageLoader(store: store, scheduler: clock.scheduler)
        loader.url = url
        clock.advance()
        #expect(loader.noData)
        #expect(loader.phase == .nothing)
        let other = ImageLoader(store: store, scheduler: clock.scheduler)
        other.url = url
        clock.advance()
        #expect(backend.urls.count == 1)
        // T17: the failure is not kept for good, and nothing is kept under another name than its address.
        clock.advance(by: .seconds(31))
        backend.responses[url.absoluteString] = .just(Self.gif)
        other.url = url
        clock.advance()
        #expect(other.image != nil)
        #expect(backend.urls.count == 2)
    }

    @Test func aRetryForgetsTheFailure() {
        let loader = ImageLoader(store: store, scheduler: clock.scheduler)
        loader.url = url
        clock.advance()
        backend.responses[url.absoluteString] = .just(Self.gif)
        loader.retry()
        clock.advance()
        #expect(loader.image != nil)
    }

    @Test func aCancelledLoadShowsNoPictureOfAnotherAddress() throws {
        let other = try #require(URL(string: "https://pictures.example/b.gif"))
        backend.responses[url.absoluteString] = .just(Self.gif)
        backend.responses[other.absoluteString] = .fail(with: .cancelled)
        let loader = ImageLoader(store: store, scheduler: clock.scheduler)
        loader.url = url
        clock.advance()
        loader.url = other
        clock.advance()
        #expect(loader.image == nil && loader.phase == .placeholder && loader.state.description == "idle")
    }

    @Test func aReplacedLoadIsCancelledAndReportsNothing() throws {
        let other = try #require(URL(string: "https://pictures.example/b.gif"))
        backend.responses[other.absoluteString] = Empty(completeImmediately: false).eraseToAnyPublisher()
        let pictures = PassthroughSubject<Data, FetchError>()
        var cancels = 0
        backend.responses[url.absoluteString] =
            pictures.handleEvents(receiveCancel: { cancels += 1 }).eraseToAnyPublisher()
        let loader = ImageLoader(store: store, scheduler: clock.scheduler)
        let states = PublisherRecorder(loader.$state)
        loader.url = url
        clock.advance()
        // The picture is scheduled already when the address changes.
        pictures.send(Self.gif)
        loader.url = other
        clock.advance()
        #expect(states.values.map(\.description) == ["idle", "loading", "loading"])
        #expect(cancels == 1 && loader.image == nil)
    }

    @Test func whatIsNoPictureIsAFailure() {
        backend.responses[url.absoluteString] = .just(Data("<html>not found</html>".utf8))
        let recorder = PublisherRecorder(store.image(for: url))
        #expect(recorder.failure?.kind == .validation("The picture's format is unknown."))
    }

    @Test func theLoadIsSharedAndEndsWithTheLastWhoWantsIt() {
        let subject = PassthroughSubject<Data, FetchError>()
        var cancels = 0
        backend.responses[url.absoluteString] =
            subject.handleEvents(receiveCancel: { cancels += 1 }).eraseToAnyPublisher()
        let recorders = [PublisherRecorder(store.image(for: url)), PublisherRecorder(store.image(for: url))]
        #expect(backend.urls.count == 1)
        recorders[0].cancel()
        #expect(cancels == 0)
        recorders[1].cancel()
        #expect(cancels == 1)
        let third = PublisherRecorder(store.image(for: url))
        subject.send(Self.gif)
        #expect(third.values.count == 1)
    }

    @Test("No address loads nothing (T66)")
    func noAddress() {
        #expect(PublisherRecorder(store.image(for: nil)).failure != nil)
        #expect(PublisherRecorder(store.optionalImage(for: nil)).values == [nil])
        let loader = ImageLoader(store: store, scheduler: clock.scheduler)
        loader.url = url
        loader.url = nil
        clock.advance()
        #expect(loader.noData)
        #expect(loader.phase == .nothing)
        #expect(loader.state.description == "idle")
        #expect(backend.urls.count <= 1)
    }

    @Test(
        "Plain http becomes https, and nothing else is loaded (T24)",
        arguments: [
            ("http://pictures.example/a.gif", ["https://pictures.example/a.gif"]),
            ("http://pictures.example:80/a.gif", ["https://pictures.example/a.gif"]),
            ("http://127.0.0.1:8080/a.gif", ["http://127.0.0.1:8080/a.gif"]),
            ("file:///etc/passwd", []), ("javascript:alert(1)", []),
        ])
    func schemes(address: String, asked: [String]) {
        _ = PublisherRecorder(store.image(for: URL(string: address)))
        #expect(backend.urls == asked)
    }

    @Test func whatAViewShowsIsAPureDecision() throws {
        let image = try ImageData(Self.gif)
        #expect(ImageLoader.phase(image: image, url: nil, noData: true) == .image(image))
        #expect(ImageLoader.phase(image: nil, url: nil, noData: false) == .nothing)
        #expect(ImageLoader.phase(image: nil, url: url, noData: true) == .nothing)
        #expect(ImageLoader.phase(image: nil, url: url, noData: false) == .placeholder)
    }

    @Test func throughAClientTheMediaTypeIsChecked() async throws {
        let gif = Self.gif
        struct Pictures: Service { let baseURL = "https://pictures.example" }
        let transport = StubTransport { request in
            StubTransport.Response(
                headers: [.contentType: request.head.path == "/a.gif" ? "image/gif" : "text/html"], chunks: [gif])
        }
        let store = ImageStore(client: Client(Pictures(), transport: transport, cache: nil, retry: .never))
        let good = PublisherRecorder(store.image(for: url))
        let bad = PublisherRecorder(store.image(for: URL(string: "https://pictures.example/b.gif")))
        try await good.waitForCompletion()
        try await bad.waitForCompletion()
        #expect(good.values.count == 1)
        guard case .wrongContent = bad.failure?.kind else {
            Issue.record("It is \(String(describing: bad.failure)).")
            return
        }
    }
}

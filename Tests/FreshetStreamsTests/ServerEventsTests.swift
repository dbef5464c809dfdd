import Foundation
import Freshet
import FreshetTesting
import Testing

/// What an event stream sends, and which responses end it.
@Suite(.timeLimit(.minutes(5)))
struct ServerEventsTests {
    typealias Response = StubTransport.Response

    @Test("Events have an id, a name and a value")
    func values() async {
        struct Price: Decodable, Equatable { let cents: Int }
        let (client, _) = Feed.client([
            .events([ServerEvent(id: "1", name: "price", value: #"{"cents":5}"#), ServerEvent(value: #"{"cents":6}"#)])
        ])
        let outcome = await Outcome(of: client.events(for: Request<Feed, Price>("prices")).reconnecting(false))
        #expect(
            outcome.elements == [
                ServerEvent(id: "1", name: "price", value: Price(cents: 5)),
                ServerEvent(id: "1", value: Price(cents: 6)),
            ])
        #expect(outcome.error == nil)
    }

    @Test("A function reads events by their name, and skips some")
    func reading() async {
        let (client, _) = Feed.client([
            .events([ServerEvent(name: "a", value: "1"), ServerEvent(name: "b", value: "2"), ServerEvent(value: "3")])
        ])
        let events = client.events(for: .text()) { event, _ in event.name == "b" ? nil : event.value + event.name }
        #expect(await Outcome(of: events.reconnecting(false)).elements.map(\.value) == ["1a", "3message"])
    }

    @Test("Text needs no request of its own")
    func text() async {
        struct Price: Decodable { let cents: Int }
        let (client, stub) = Feed.client([.events([ServerEvent(id: "1", name: "price", value: "five\ncents")])])
        let events = client.textEvents(for: Request<Feed, Price>("prices")).reconnecting(false)
        #expect(await Outcome(of: events).elements == [ServerEvent(id: "1", name: "price", value: "five\ncents")])
        #expect(stub.requests.map(\.path) == ["/v1/prices"])
    }

    @Test("Nothing is sent before the first event is awaited, and each iteration sends its own request")
    func cold() async throws {
        let (client, stub) = Feed.client([.events("1"), .events("2")])
        let events = client.events(for: .text()).reconnecting(false)
        var first = events.makeAsyncIterator()
        #expect(stub.requests.isEmpty)
        #expect(try await first.next()?.value == "1")
        #expect(await Outcome(of: events).elements.map(\.value) == ["2"])
        #expect(stub.requests.count == 2)
    }

    @Test("The request says what it wants")
    func fields() async throws {
        let (client, stub) = Feed.client([.events("1")])
        _ = await Outcome(of: client.events(for: .text()), limit: 1)
        let request = try #require(stub.requests.first)
        #expect(request.head.headerFields[.accept] == "text/event-stream")
        #expect(request.head.headerFields[.cacheControl] == "no-cache")
        #expect(request.head.headerFields[.acceptEncoding] == "identity")
        #expect(request.head.headerFields[.init("Last-Event-ID")!] == nil)
        #expect(request.isLongLived)
    }

    @Test("No cache stores or serves events, and no call shares them")
    func noCache() async {
        let fresh = Response(
            headers: [.contentType: "text/event-stream", .cacheControl: "max-age=60"],
            chunks: [Data("data: 1\n\n".utf8)])
        let (client, stub) = Feed.client([fresh, fresh, fresh], cache: HTTPCache())
        for _ in 0..<3 {
            #expect(await Outcome(of: client.events(for: .text()).reconnecting(false)).elements.map(\.value) == ["1"])
        }
        #expect(stub.requests.count == 3)
    }

    @Test("A client that stays offline sends nothing")
    func offline() async {
        let (client, stub) = Feed.client([.events("1")], cache: HTTPCache())
        let outcome = await Outcome(of: client.caching(.cacheOnly).events(for: .text()))
        #expect(outcome.error?.code == "not_in_cache")
        #expect(stub.requests.isEmpty)
    }

    @Test("The app can begin after an event, and the id is sent as UTF-8")
    func beginning() async throws {
        try await withServer { request in
            .events([ServerEvent(value: request.header("last-event-id") ?? "none")])
        } test: { _, client in
            let events = client.events(for: .text()).reconnecting(false)
            #expect(await Outcome(of: events.resuming(after: "größe 7")).elements.map(\.value) == ["größe 7"])
            #expect(await Outcome(of: events.resuming(after: nil)).elements.map(\.value) == ["none"])
        }
    }

    // MARK: - What ends a stream

    /// A response, and what comes of it.
    struct Ending: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let response: Response
        let code: String?

        init(_ name: String, _ response: Response, _ code: String? = nil) {
            (testDescription, self.response, self.code) = (name, response, code)
        }
    }

    private static func typed(_ type: String?) -> Response {
        Response(headers: type.map { [.contentType: $0] } ?? [:], chunks: [Data("data: 1\n\n".utf8)])
    }

    static let endings = [
        Ending("204 ends the stream", .status(204)),
        Ending("205 is an error", .status(205), "status.205"),
        Ending("206 is an error", .status(206), "status.206"),
        Ending("HTML is an error", typed("text/html"), "wrong_content"),
        Ending("No type is an error", typed(nil), "wrong_content"),
        Ending("400 is an error", .status(400), "status.400"),
        Ending("401 is an error", .status(401), "status.401"),
        Ending("404 is an error", .status(404), "status.404"),
        Ending("The service's own error is read", .json(#"{"message":"No."}"#, status: 403), "service.unnamed"),
        Ending("501 is an error", .status(501), "status.501"),
        Ending("A redirect without an address is an error", .status(302), "status.302"),
        Ending(
            "A redirect to no address of the web is an error", .redirect(307, to: "mailto:a@b"), "redirect.forbidden"),
    ]

    @Test("What ends a stream", arguments: endings)
    func end(_ ending: Ending) async {
        let (client, stub) = Feed.client([ending.response, .events("never")])
        let states = Notes<StreamState>()
        let outcome = await Outcome(of: client.events(for: .text()).onStateChange { states.add($0) })
        #expect(outcome.error?.code == ending.code)
        #expect(outcome.elements.isEmpty)
        #expect(stub.requests.count == 1)
        #expect(states.values == [.connecting(attempt: 1), .closed(outcome.error)])
        #expect(outcome.error.map { $0.request?.url == "https://feed.example/v1/updates" } != false)
    }

    @Test("The type may have parameters", arguments: ["text/event-stream;charset=utf-8", "Text/Event-Stream ; a=b"])
    func type(_ type: String) async {
        let (client, _) = Feed.client([Self.typed(type)])
        #expect(await Outcome(of: client.events(for: .text()).reconnecting(false)).elements.map(\.value) == ["1"])
    }

    @Test("A stream that has ended stays at its end")
    func afterTheEnd() async throws {
        let (client, stub) = Feed.client([.status(404)])
        var iterator = client.events(for: .text()).makeAsyncIterator()
        await #expect(throws: FetchError.self) { try await iterator.next() }
        #expect(try await iterator.next() == nil)
        #expect(stub.requests.count == 1)
    }

    @Test("The sentinel ends a stream, and a response that ends without it was cut off")
    func sentinel() async {
        let (client, _) = Feed.client([.events("1", "[DONE]", "2"), .events("1"), .events("1", "[DONE]")])
        let chat = client.events(for: .text(method: .post)).ending(at: "[DONE]")
        let complete = await Outcome(of: chat)
        #expect(complete.elements.map(\.value) == ["1"])
        #expect(complete.error == nil)
        let cut = await Outcome(of: chat)
        #expect(cut.elements.map(\.value) == ["1"])
        #expect(cut.error?.kind == .connectionLost)
        #expect(await Outcome(of: client.events(for: .text()).ending(at: "[DONE]")).error == nil)
    }

    @Test("The sentinel is the whole data of an event of any name, in its own case")
    func sentinelMatches() async {
        let (client, _) = Feed.client([
            .events([
                ServerEvent(name: "[DONE]", value: "1"), ServerEvent(value: "[done]"), ServerEvent(value: " [DONE]"),
                ServerEvent(value: "[DONE]\n"), ServerEvent(id: "5", name: "end", value: "[DONE]"),
                ServerEvent(value: "2"),
            ])
        ])
        let texts = await Outcome(of: client.events(for: .text(method: .post)).ending(at: "[DONE]"))
        #expect(texts.elements.map(\.value) == ["1", "[done]", " [DONE]", "[DONE]\n"] && texts.error == nil)
        let (other, _) = Feed.client([.events("1\n2", "3")])
        let lines = await Outcome(of: other.events(for: .text(method: .post)).ending(at: "1\n2"))
        #expect(lines.elements.isEmpty && lines.error == nil)
    }

    @Test("An error event ends the stream with the service's error, else with its text")
    func errorEvent() async {
        let (client, _) = Feed.client([
            .events([ServerEvent(value: "1"), ServerEvent(name: "error", value: #"{"message":"Overloaded."}"#)]),
            .events([ServerEvent(name: "error", value: "plain")]), .events([ServerEvent(name: "error", value: "2")]),
        ])
        let failing = client.events(for: .text()).reconnecting(false).failing(on: "error")
        let outcome = await Outcome(of: failing)
        #expect(outcome.elements.map(\.value) == ["1"])
        #expect(outcome.error?.kind == .service(ServiceError(code: nil, message: "Overloaded.")))
        #expect(await Outcome(of: failing).error?.kind == .service(ServiceError(code: "error", message: "plain")))
        #expect(await Outcome(of: client.events(for: .text()).reconnecting(false)).elements.map(\.name) == ["error"])
    }

    @Test("An event that can't be read ends the stream, or is skipped and reported")
    func invalid() async {
        let request = Request<Feed, Int>("numbers")
        let (client, _) = Feed.client([.events("1", "two", "3"), .events("1", "two", "3")])
        let events = client.events(for: request).reconnecting(false)
        let strict = await Outcome(of: events)
        #expect(strict.elements.map(\.value) == [1])
        #expect(strict.error?.code == "decoding")
        #expect(strict.error?.response?.text == "two")
        let errors = Notes<FetchError>()
        let lenient = await Outcome(of: events.skippingInvalid { errors.add($0) })
        #expect(lenient.elements.map(\.value) == [1, 3])
        #expect(lenient.error == nil)
        #expect(errors.values.map(\.code) == ["decoding"])
        #expect(errors.values.first?.request?.url == "https://feed.example/v1/numbers")
    }

    @Test("A large event ends the stream")
    func large() async {
        let (client, stub) = Feed.client([.events(String(repeating: "x", count: 200))])
        let outcome = await Outcome(of: client.events(for: .text()).eventLimit(100))
        #expect(outcome.error?.kind == .tooLarge(.element(limit: 100)))
        #expect(stub.requests.count == 1)
    }

    @Test("Cancelling the task is no error of the stream")
    func cancellation() async {
        let (client, _) = Feed.client([.events("1")])
        let states = Notes<StreamState>()
        let events = client.events(for: .text()).onStateChange { states.add($0) }
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await Outcome(of: events)
        }
        #expect(await task.value.error?.isCancellation == true)
        #expect(states.values.last == .closed(.cancelled))
    }
}

import Foundation
import FreshetCore
import FreshetJSON
import FreshetTesting
import HTTPTypes
import Testing

/// Clients without a base URL, and addresses of responses, which are true and printed without secrets.
@Suite(.timeLimit(.minutes(1)))
struct AnyOriginTests {
    private func client(
        _ response: @escaping @Sendable (TransportRequest) async throws(FetchError) -> StubTransport.Response
    ) -> (Client<AnyOrigin>, StubTransport) {
        let stub = StubTransport(response)
        return (Client(AnyOrigin(), transport: stub, cache: nil, retry: .never), stub)
    }

    @Test func absoluteAddressesAreCalled() async throws {
        let (client, stub) = client { _ in .text("fine") }
        let request = Request<AnyOrigin, String>(
            .absolute("https://other.example:8443/a?b=c"), query: ["d": 1], reading: .text)
        let response = try await client.response(for: request)
        #expect(response.value == "fine" && response.url.text == "https://other.example:8443/a?b=c&d=1")
        #expect(stub.requests[0].head.authority == "other.example:8443")
    }

    @Test func aPathAloneIsNoAddress() async throws {
        let (client, stub) = client { _ in .text("fine") }
        let error = await failure { () async throws(FetchError) in
            try await client.value(for: Request<AnyOrigin, String>("a/b", reading: .text))
        }
        #expect(error?.code == "invalid_request" && stub.requests.isEmpty)
        #expect(error?.localizedDescription.contains("absolute") == true)
    }

    @Test("Secrets of a request stay at the origin that it names") func secrets() async throws {
        let (client, stub) = client { request in
            request.head.authority == "here.example" ? .redirect(to: "https://there.example/") : .text("there")
        }
        let request = Request<AnyOrigin, String>(.absolute("https://here.example/"), reading: .text)
            .header(.authorization, "Bearer hush")
        #expect(try await client.value(for: request) == "there")
        #expect(stub.requests.map { $0.head.headerFields[.authorization] } == ["Bearer hush", nil])
    }

    // MARK: - An address and a type

    private struct User: Codable, Sendable, Equatable {
        let id: Int
    }

    @Test("An address and a type are a call, in each interface") func oneLine() async throws {
        let (web, stub) = client { _ in .json("[{\"id\": 1}]") }
        let address = "https://users.example/all?sorted=1"
        #expect(try await web.value(at: address, as: [User].self) == [User(id: 1)])
        let result = await withCheckedContinuation { continuation in
            web.fetch(at: address, as: [User].self, on: .global()) { continuation.resume(returning: $0) }
        }
        #expect(try result.get() == [User(id: 1)])
        var states: [FetchState<[User]>] = []
        for await state in web.states(at: address, as: [User].self) { states.append(state) }
        #expect(states.last?.value == [User(id: 1)])
        #expect(stub.requests.map { $0.head.method } == [.get, .get, .get])
        for request in stub.requests {
            #expect(request.head.path == "/all?sorted=1")
            #expect(request.head.headerFields[.authorization] == nil)
        }
    }

    @Test("The bytes at an address are not taken for JSON") func bytes() async throws {
        let (web, _) = client { _ in .text("no JSON") }
        #expect(try await web.value(at: "https://here.example/", as: Data.self) == Data("no JSON".utf8))
    }

    @Test(
        "A text that is no address fails in each interface",
        arguments: ["", "users", "//here.example", "https://a b/"])
    func noAddress(text: String) async throws {
        let (web, stub) = client { _ in .json("[]") }
        let error = await failure { () async throws(FetchError) in try await web.value(at: text, as: [User].self) }
        #expect(error?.code == "invalid_request")
        let result = await withCheckedContinuation { continuation in
            web.fetch(at: text, as: [User].self, on: .global()) { continuation.resume(returning: $0) }
        }
        #expect(throws: FetchError.self) { try result.get() }
        var last = FetchState<[User]>()
        for await state in web.states(at: text, as: [User].self) { last = state }
        #expect(last.error?.code == "invalid_request" && stub.requests.isEmpty)
    }

    @Test("A service without a base URL has the decoder that it is made with") func ownDecoder() async throws {
        struct Named: Codable, Sendable, Equatable {
            let firstName: String
        }
        let stub = StubTransport { _ in .json(#"{"first_name": "Ada"}"#) }
        let web = Client(AnyOrigin(decoder: FreshetJSONDecoder.snakeCaseConverting), transport: stub, cache: nil)
        #expect(try await web.value(at: "https://users.example/1", as: Named.self) == Named(firstName: "Ada"))
    }

    // MARK: - ResponseURL

    @Test("An address is true, and printed without secrets") func printed() {
        let url = ResponseURL("https://shop.example/a?token=hush&page=2")
        #expect(url.text == "https://shop.example/a?token=hush&page=2")
        #expect(url != ResponseURL("https://shop.example/a?token=other&page=2"))
        var texts = ["\(url)", String(reflecting: url), "\([url])", "\(Optional(url) as Any)"]
        var dumped = ""
        dump(url, to: &dumped)
        texts.append(dumped)
        for text in texts { #expect(text.contains("token=REDACTED") && !text.contains("hush"), "\(text)") }
        #expect(
            "\(ResponseURL("https://a.example/?shop=hush", secretNames: .standard.adding("shop")))".hasSuffix(
                "REDACTED"))
    }

    @Test("A response of an interceptor has the address of its request") func interceptor() async throws {
        struct Responding: Interceptor {
            func intercept(
                _ request: OutgoingRequest, context: CallContext, next: Next
            ) async throws(FetchError) -> IncomingResponse {
                IncomingResponse(body: Data("here".utf8))
            }
        }
        let (client, _) = client { _ in .text("there") }
        let request = Request<AnyOrigin, String>(.absolute("https://here.example/?key=1"), reading: .text)
        let response = try await client.response(for: request.intercepting(call: Responding()))
        #expect(response.value == "here" && response.url.text == "https://here.example/?key=1")
    }
}

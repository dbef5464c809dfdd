import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// How responses become values, or errors.
struct ReadingTests {
    @Test func aValueIsDecodedOffTheCallersExecutor() async throws {
        struct DecodingThread: Decodable, Sendable {
            let isMain: Bool
            init(from decoder: any Decoder) throws { isMain = Thread.isMainThread }
        }
        let (client, _) = Shop.client { _ in .json("{}") }
        let thread = try await Task { @MainActor in try await client.value(for: Request<Shop, DecodingThread>("a")) }
            .value
        #expect(thread.isMain == false)
    }

    @Test func mapDerivesAnotherValue() async throws {
        let (client, stub) = Shop.client { _ in .json(#"{"name":"tea","price":3}"#) }
        let request = Request<Shop, Shop.Item>.item("tea").timeout(.seconds(5))
        let mapped = request.map(\.name)
        #expect(mapped.timeout == .seconds(5))
        #expect(try await client.value(for: mapped) == "tea")
        #expect(stub.requests[0].head.path == "/v1/items/tea")
    }

    @Test func aCheckThatFailsIsAValidationError() async throws {
        struct TooDear: LocalizedError { var errorDescription: String? { "Tea costs too much." } }
        let (client, _) = Shop.client { _ in .json(#"{"name":"tea","price":300}"#) }
        let request = Request<Shop, Shop.Item>.item("tea").validating { if $0.price ?? 0 > 100 { throw TooDear() } }
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.kind == .validation("Tea costs too much."))
        #expect(error?.underlying is TooDear)
    }

    @Test(
        "An error page is never decoded (T31)",
        arguments: ["text/html", "text/html; charset=utf-8", "image/png", "application/xml"])
    func wrongContent(type: String) async throws {
        let (client, _) = Shop.client { _ in
            .init(headers: [.contentType: type], chunks: [Data("<html>\n<h1>Sorry</h1>".utf8)])
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("a")) }
        guard case .wrongContent(let content) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(content.excerpt == "<html> <h1>Sorry</h1>")
        #expect(content.expected == "application/json")
        #expect(error?.response?.text.hasPrefix("<html>") == true)
    }

    @Test(
        "JSON under careless types is read",
        arguments: [
            "application/json", "application/problem+json", "text/plain; charset=utf-8", "text/javascript", nil,
        ])
    func acceptedContent(type: String?) async throws {
        let (client, _) = Shop.client { _ in
            var headers: HTTPFields = [:]
            headers[.contentType] = type
            return .init(headers: headers, chunks: [Data(#"{"na"#.utf8), Data(#"me":"tea"}"#.utf8)])
        }
        #expect(try await client.value(for: .item("a")) == Shop.Item(name: "tea"))
    }

    @Test func aDecodingErrorSaysWhere() async throws {
        let (client, _) = Shop.client { _ in .json(#"[{"name":"tea"},{"name":7}]"#) }
        let error = await failure { () async throws(FetchError) in
            try await client.value(for: Request<Shop, [Shop.Item]>("items"))
        }
        guard case .decoding(let failure) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.codingPath == "[1].name")
        #expect(failure.expectedType == "String")
        #expect(failure.excerpt == #"[{"name":"tea"},{"name":7}]"#)
        #expect(error?.underlying is DecodingError)
    }

    @Test func aMissingKeyIsPartOfThePath() async throws {
        let (client, _) = Shop.client { _ in .json(#"{"title":"tea"}"#) }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("a")) }
        guard case .decoding(let failure) = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(failure.codingPath == "name")
    }

    @Test("The service's own error arrives as itself (T11)")
    func serviceError() async throws {
        let (client, _) = Shop.client { _ in
            .json(#"{"code":"soldOut","message":"The \"tea\" is sold out."}"#, status: 409)
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: .item("a")) }
        #expect(error?.kind == .service(ServiceError(code: "soldOut", message: "The \"tea\" is sold out.")))
        #expect(error?.localizedDescription == "The \"tea\" is sold out.")
        #expect(error?.response?.head.status.code == 409)
    }

    @Test func anEnvelopeIsUnwrappedOnce() async throws {
        struct Wrapped: Service {
            struct Envelope<Value: Decodable>: Decodable { let result: Value }
            let baseURL = "https://wrapped.example"
            func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
                try decoder.decode(Envelope<Value>.self, from: body).result
            }
        }
        let client = Client(Wrapped(), transport: StubTransport { _ in .json(#"{"result":["a","b"]}"#) }, cache: nil)
        #expect(try await client.value(for: Request<Wrapped, [String]>("letters")) == ["a", "b"])
    }

    @Test func anyDecoderWithTheShapeServes() async throws {
        struct Lines: BodyDecoder {
            struct NoLines: Error {}
            func decode<Value: Decodable>(_ type: Value.Type, from body: Data) throws -> Value {
                guard
                    let value = String(decoding: body, as: UTF8.self).split(separator: "\n").map(String.init) as? Value
                else { throw NoLines() }
                return value
            }
        }
        struct LineService: Service {
            let baseURL = "https://lines.example"
            var decoder: any BodyDecoder { Lines() }
        }
        let client = Client(LineService(), transport: StubTransport { _ in .text("a\nb") }, cache: nil)
        #expect(try await client.value(for: Request<LineService, [String]>("x")) == ["a", "b"])
        let error = await failure { () async throws(FetchError) in
            try await client.value(for: Request<LineService, Int>("x"))
        }
        guard case .decoding = error?.kind else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(error?.underlying is Lines.NoLines)
    }

    @Test func rawDataIsNotJudgedByItsType() async throws {
        let (client, _) = Shop.client { _ in .init(headers: [.contentType: "image/png"], chunks: [Data([1, 2])]) }
        #expect(try await client.data(for: .item("a")).value == Data([1, 2]))
    }

    @Test func aBodyIsReadUpToItsLimitOnly() async throws {
        var limits = Limits()
        limits.bodyBytes = 5
        limits.errorBodyBytes = 3
        let (client, _) = Shop.client(limits: limits) { _ in .init(chunks: [Data("123".utf8), Data("456".utf8)]) }
        let error = await failure { () async throws(FetchError) in try await client.data(for: .item("a")) }
        #expect(error?.kind == .tooLarge(.body(limit: 5)))
        let (other, _) = Shop.client(limits: limits) { _ in .init(status: 500, chunks: [Data("12345".utf8)]) }
        let refused = await failure { () async throws(FetchError) in try await other.data(for: .item("a")) }
        #expect(refused?.response?.text == "123")
    }
}

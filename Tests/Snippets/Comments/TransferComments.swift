import Foundation
import Freshet
import FreshetDigests
import FreshetTesting
import HTTPTypes
import Testing

// The code of the comments about downloads, paged lists, event streams, digests, pictures and JSON.

enum TransferComments {
    struct Listing: Decodable, Sendable {
        let films: [Film]
        let cursor: String?
        let nextAddress: String?
    }

    static func download(_ file: URL, from desk: Client<HelpDesk>) async throws {
        let response = try await desk.download(.recording(7), to: file) { progress in
            print(progress.fraction ?? 0)
        }
        print("Saved to \(response.value.path)")
    }

    static func startOver(_ file: URL) {
        if let bytes = PartialDownload.bytes(for: file) { print("\(bytes) bytes can be reused") }
        PartialDownload.remove(for: file)
    }

    static func cursor(_ client: Client<Cinema>, show: ([Film]) -> Void) async throws {
        let listing = PagedRequest<Cinema, Listing>.cursor(Request("films"), item: "after", next: { $0.cursor })
        for try await page in client.pages(of: listing) { show(page.value.films) }
    }

    static func addresses(_ client: Client<Cinema>, show: ([Film]) -> Void) async throws {
        let listing = PagedRequest<Cinema, Listing>.addresses(Request("films"), next: { $0.nextAddress })
        for try await page in client.pages(of: listing) { show(page.value.films) }
    }

    static func numbered(_ client: Client<Cinema>, show: ([Film]) -> Void) async throws {
        let films = PagedRequest<Cinema, [Film]>.numbered(Request("films"), hasNext: { !$0.isEmpty })
        for try await page in client.pages(of: films) { show(page.value) }
    }

    static func offset(_ client: Client<Cinema>, show: ([Film]) -> Void) async throws {
        let films = PagedRequest<Cinema, [Film]>.offset(Request("films"), count: { $0.count })
        for try await page in client.pages(of: films) { show(page.value) }
    }

    static func ahead(_ client: Client<Cinema>, show: ([Film]) -> Void) async throws {
        for try await page in client.pages(of: .films).prefetching(1).limit(10) { show(page.value) }
    }

    static func unique(_ client: Client<Cinema>, show: (Film) -> Void) async throws {
        for try await film in client.pages(of: .films).items({ $0 }).unique() { show(film) }
    }

    static func pictures(_ client: Client<Cinema>, show: (Data) -> Void) async throws {
        let camera = Request<Cinema, Data>("camera")
        for try await part in client.parts(for: camera) where part.headerFields[.contentType] == "image/jpeg" {
            show(part.body)
        }
    }

    static func chat(_ client: Client<Bourse>, question: String) async throws -> String {
        var text = ""
        for try await event in client.events(for: .advice(on: question)).ending(at: "[DONE]") {
            text += event.value.text
        }
        return text
    }

    static func state(
        of client: Client<Bourse>, show: (Price) -> Void, note: @escaping @Sendable (String) -> Void
    ) async throws {
        let prices = client.events(for: .prices).onStateChange { state in
            if case .waiting(let date, _) = state { note("Next attempt at \(date)") }
        }
        for try await event in prices { show(event.value) }
    }

    static func resumed(_ client: Client<Bourse>, lastID: String?, show: (Price) -> Void) async throws -> String? {
        var lastID = lastID
        for try await event in client.events(for: .prices).resuming(after: lastID) {
            show(event.value)
            lastID = event.id
        }
        return lastID
    }

    static func parsed() throws -> [String] {
        var texts: [String] = []
        var parser = ServerEventParser()
        parser.append(Data("data: Hello\n\ndata: world\n\n".utf8))
        while let event = try parser.next() { texts.append(event.value) }
        return texts
    }

    static func signature(key: Data, message: Data) -> Bool {
        let signer = HMACSHA256(key: key)
        let code = signer.authenticationCode(for: message)
        let isGenuine = signer.isValid(code, for: message)
        return isGenuine
    }

    static func digest() -> String {
        let digest = SHA256.hexDigest(of: "abc".utf8)
        return digest
    }

    static func picture(_ bytes: Data) throws -> String {
        let picture = try ImageData(bytes)
        let caption = "\(picture.format.mediaType), \(picture.pixelSize?.description ?? "size unknown")"
        return caption
    }
}

struct Titles: Decodable {
    let titles: [String]
}

extension Titles: JSONReadable {
    init(json: JSONValue) throws {
        titles = try json.array().map { try $0.object().read("title") }
    }
}

@Suite(.timeLimit(.minutes(1)))
struct TransferCommentTests {
    @Test func everyKindOfListIsRead() async throws {
        let stub = StubTransport { request in
            switch request.query {
            case nil:
                .json(#"{"films": [], "cursor": "b", "nextAddress": "films?page=2"}"#)
            default: .json(#"{"films": []}"#)
            }
        }
        let cinema = Client(Cinema(), transport: stub, cache: nil)
        try await TransferComments.cursor(cinema) { _ in }
        try await TransferComments.addresses(cinema) { _ in }
        #expect(stub.requests.map(\.query) == [nil, "after=b", nil, "page=2"])
    }

    @Test func countedListsEnd() async throws {
        let stub = StubTransport { request in
            .json(request.query == nil ? #"[{"id": 1, "title": "Vagabond"}]"# : "[]")
        }
        let cinema = Client(Cinema(), transport: stub, cache: nil)
        try await TransferComments.numbered(cinema) { _ in }
        try await TransferComments.offset(cinema) { _ in }
        #expect(stub.requests.map(\.query) == [nil, "page=2", nil, "offset=1"])
    }

    @Test func aChatEndsAtItsSentinel() async throws {
        let server = StubTransport { _ in .events(#"{"text": "Buy"}"#, #"{"text": " low"}"#, "[DONE]") }
        let bourse = Client(Bourse(), transport: server, cache: nil)
        #expect(try await TransferComments.chat(bourse, question: "ACME") == "Buy low")
    }

    @Test func aParserNeedsNoConnection() throws {
        #expect(try TransferComments.parsed() == ["Hello", "world"])
    }

    @Test func digestsAreTheUsualOnes() {
        #expect(
            TransferComments.digest() == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
        #expect(TransferComments.signature(key: Data("key".utf8), message: Data("message".utf8)))
    }

    @Test func aPictureHasItsSize() throws {
        let caption = try TransferComments.picture(Data(#"<svg width="4" height="3"/>"#.utf8))
        #expect(caption == "image/svg+xml, 4×3")
    }

    @Test func titlesAreReadFromAnArray() throws {
        let titles = try FreshetJSONDecoder().decode(Titles.self, from: Data(#"[{"title": "Vagabond"}]"#.utf8))
        #expect(titles.titles == ["Vagabond"])
    }
}

import Foundation
import FreshetCore
import FreshetDigests
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetTransfers

/// Which responses a download resumes with, and what it checks at the end.
@Suite(.timeLimit(.minutes(2)))
struct DownloadRulesTests {
    private static let file = Request<Shop, Data>("file", reading: .data)
    private let folder: URL
    private let target: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "downloads-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        target = folder.appending(path: "file.bin")
    }

    /// A client of a server with one response for each request in turn.
    private func client(_ responses: [StubTransport.Response], attempts: Int = 3) -> (Client<Shop>, StubTransport) {
        let script = Lock(responses[...])
        return Shop.client(retry: RetryPolicy(attempts: attempts, base: .zero)) { _ in
            script.withLock { $0.popFirst() } ?? .status(410)
        }
    }

    /// All of a file of eight bytes.
    private static func complete(
        _ text: String = "01234567", _ fields: HTTPFields = [:], cut: Int? = nil
    )
        -> StubTransport.Response
    {
        var response = StubTransport.Response(
            headers: [.eTag: "\"1\"", .contentLength: "8"], chunks: [Data(text.utf8).prefix(cut ?? 8)],
            failure: cut.map { _ in FetchError(.connectionLost) })
        for field in fields { response.head.headerFields[field.name] = field.value }
        return response
    }

    private static func rest(
        _ text: String, _ range: String = "bytes 4-7/8", _ fields: HTTPFields = [:]
    )
        -> StubTransport.Response
    {
        var response = StubTransport.Response(
            status: 206, headers: [.eTag: "\"1\"", .contentRange: range, .contentLength: "\(text.utf8.count)"],
            chunks: [Data(text.utf8)])
        for field in fields { response.head.headerFields[field.name] = field.value }
        return response
    }

    private func text() throws -> String { String(decoding: try Data(contentsOf: target), as: UTF8.self) }

    private func ranges(_ stub: StubTransport) -> [Bool] {
        stub.requests.map { $0.head.headerFields[.range] != nil }
    }

    @Test(
        "A server that sends another part than the rest is asked for all of it, in the same call and in the next",
        arguments: [
            rest("abcd", "bytes 4-7/8", [.eTag: "\"2\""]), rest("abcd", "bytes 4-7/8", [.eTag: "W/\"1\""]),
            rest("abc", "bytes 5-7/8"), rest("abc", "bytes 4-6/8"), rest("abcd", "bytes 4-7/9"), .status(416),
        ], [1, 3])
    func otherParts(part: StubTransport.Response, attempts: Int) async throws {
        let (client, stub) = client([Self.complete(cut: 4), part, Self.complete("abcdefgh")], attempts: attempts)
        if attempts == 1 {
            _ = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target) }
            #expect(PartialDownload.bytes(for: target) == 4)
        }
        _ = try await client.download(Self.file, to: target)
        #expect(try text() == "abcdefgh")
        #expect(ranges(stub) == [false, true, false])
    }

    @Test("A rest that names no validator is that of the file, since it was asked for with If-Range")
    func noValidatorInTheRest() async throws {
        var rest = Self.rest("4567")
        rest.head.headerFields[.eTag] = nil
        let (client, stub) = client([Self.complete(cut: 4), rest])
        _ = try await client.download(Self.file, to: target)
        #expect(try text() == "01234567" && ranges(stub) == [false, true])
    }

    @Test("A date names the bytes of a file without a tag", arguments: [true, false])
    func dates(isSame: Bool) async throws {
        let (old, new) = ("Sun, 01 Mar 2026 00:00:00 GMT", "Mon, 02 Mar 2026 00:00:00 GMT")
        var complete = Self.complete(cut: 4)
        var rest = Self.rest("4567", "bytes 4-7/8", [.lastModified: isSame ? old : new])
        complete.head.headerFields[.eTag] = nil
        rest.head.headerFields[.eTag] = nil
        (complete.head.headerFields[.lastModified], complete.head.headerFields[.date]) = (old, new)
        let (client, stub) = client([complete, rest, Self.complete("abcdefgh")])
        _ = try await client.download(Self.file, to: target)
        #expect(try text() == (isSame ? "01234567" : "abcdefgh"))
        #expect(stub.requests[1].head.headerFields[.ifRange] == old)
    }

    @Test func aServerThatIsBusyInBetweenIsAskedAgain() async throws {
        let (client, stub) = client([Self.complete(cut: 4), .status(503), Self.rest("4567")])
        _ = try await client.download(Self.file, to: target)
        #expect(try text() == "01234567" && ranges(stub) == [false, true, true])
    }

    @Test("A server that says so serves no ranges: no file stays, and the call ends")
    func noRanges() async {
        let (client, stub) = client([Self.complete("01234567", [.acceptRanges: "none"], cut: 4)])
        let error = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target) }
        #expect(error?.kind == .connectionLost && stub.requests.count == 1)
        #expect(PartialDownload.bytes(for: target) == nil)
    }

    @Test("A body is asked for as it is, unless the request accepts a coding")
    func coding() async throws {
        let (client, stub) = client([Self.complete(), Self.complete()])
        _ = try await client.download(Self.file, to: target)
        _ = try await client.download(Self.file.header(.acceptEncoding, "gzip"), to: target)
        #expect(stub.requests.map { $0.head.headerFields[.acceptEncoding] } == ["identity", "gzip"])
    }

    @Test("Content-Digest is that of the bytes of its own response", arguments: [true, false])
    func contentDigest(ofTheRest: Bool) async throws {
        let name = HTTPField.Name("Content-Digest")!
        let digest = ReprDigest(sha256: Data(SHA256.digest(of: Data("4567".utf8)))).field
        let (client, _) = client(
            ofTheRest
                ? [Self.complete(cut: 4), Self.rest("4567", "bytes 4-7/8", [name: digest])]
                : [Self.complete("01234567", [name: digest])], attempts: 1)
        if !ofTheRest {
            let error = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target)
            }
            #expect(error?.kind == .protocolViolation("the file has another digest than the response"))
            return
        }
        _ = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target) }
        _ = try await client.download(Self.file, to: target)
        #expect(try text() == "01234567")
    }

    // MARK: - Numbers and parts of the server

    @Test func theRestMayAnnounceAnyLength() async throws {
        let (client, _) = client(
            [Self.complete(cut: 4), Self.rest("4567", "bytes 4-7/8", [.contentLength: "\(Int.max)"])], attempts: 1)
        _ = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target) }
        let steps = Lock<[DownloadProgress]>([])
        _ = try await client.download(Self.file, to: target) { step in steps.withLock { $0.append(step) } }
        #expect(try text() == "01234567" && steps.withLock { $0.last?.expectedBytes } == 8)
    }

    private static let parts: [HTTPFields] = [
        [.contentRange: "bytes 0-3/8"], [.contentRange: "bytes 4-7/8"], [.contentRange: "bytes 0-3/*"],
        [.contentRange: "bytes 0-3/8", .contentEncoding: "gzip"], [.contentRange: "BYTES"],
        [.contentType: "multipart/byteranges; boundary=x"],
    ]

    private static func part(_ fields: HTTPFields) -> StubTransport.Response {
        StubTransport.Response(status: 206, headers: fields, chunks: [Data("0123".utf8)])
    }

    private static let unrequested = FetchError.Kind.protocolViolation(
        "the response is a part, and no part was requested")

    @Test(
        "RFC 9110 §15.3.7: a part that nobody requested is no complete file",
        arguments: parts + listPages)
    func unrequestedParts(fields: HTTPFields) async throws {
        try Data("old".utf8).write(to: target)
        let (client, _) = client([Self.part(fields)])
        let error = await failure { () async throws(FetchError) in try await client.download(Self.file, to: target) }
        #expect(error?.kind == Self.unrequested && error?.response?.head.status == .partialContent)
        #expect(try text() == "old" && PartialDownload.bytes(for: target) == nil)
    }

    @Test("Nor is it a value, or a stream", arguments: parts)
    func unrequestedValues(fields: HTTPFields) async {
        let (client, stub) = client([Self.part(fields), Self.part(fields)])
        let error = await failure { () async throws(FetchError) in try await client.value(for: Self.file) }
        #expect(error?.kind == Self.unrequested)
        let other = await failure { () async throws(FetchError) in try await client.stream(for: Self.file) }
        #expect(other?.kind == Self.unrequested && stub.requests.count == 2)
    }

    private static let listPages: [HTTPFields] = [[:], [.contentRange: "items 0-3/8"]]

    @Test("APIs that use 206 for the page of a list have values", arguments: listPages)
    func pages(fields: HTTPFields) async throws {
        let (client, _) = client([Self.part(fields)])
        #expect(try await client.value(for: Self.file) == Data("0123".utf8))
    }

    @Test func aPartThatIsTheWholeIsComplete() async throws {
        let (client, _) = client([Self.part([.contentRange: "bytes 0-3/4"]), Self.part([.contentRange: "bytes 0-3/4"])])
        #expect(try await client.value(for: Self.file) == Data("0123".utf8))
        _ = try await client.download(Self.file, to: target)
        #expect(try text() == "0123")
    }
}

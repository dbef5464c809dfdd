import Foundation
import FreshetDigests
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetCore

/// Which failures leave the outcome of a conditional write open, and what a later look at the resource says about it.
@Suite(.timeLimit(.minutes(1)))
struct LostWriteTests {
    typealias Response = StubTransport.Response
    typealias Step = @Sendable () throws(FetchError) -> Response

    private static let written = Data("new".utf8)
    private static let lost: Step = { () throws(FetchError) in throw FetchError(.connectionLost) }
    private static let done: Step = { () throws(FetchError) in .status(204) }

    /// A response to the look at the resource.
    private static func found(_ text: String, _ fields: HTTPFields) -> Step {
        { () throws(FetchError) in Response(headers: fields, chunks: [Data(text.utf8)]) }
    }

    private static func refused(_ status: Int) -> Step {
        { () throws(FetchError) in .status(status) }
    }

    /// A client of a server that does one thing for each request in turn.
    private func client(_ steps: [Step]) -> (Client<Shop>, StubTransport) {
        let script = Lock(steps[...])
        return Shop.client(retry: RetryPolicy(base: .zero)) { _ throws(FetchError) in
            guard let step = script.withLock({ $0.popFirst() }) else { return .status(410) }
            return try step()
        }
    }

    private func write(
        _ method: HTTPRequest.Method = .put, _ condition: HTTPField.Name = .ifMatch, _ value: String = "\"1\""
    ) -> Request<Shop, Void> {
        Request("notes/1", method: method, body: .bytes(Self.written), reading: .nothing).header(condition, value)
    }

    /// Sends a write, and returns the methods of its requests and the code of its error.
    private func outcome(_ request: Request<Shop, Void>, _ steps: [Step]) async -> [String?] {
        let (client, stub) = client(steps)
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        return [stub.requests.map(\.head.method.rawValue).joined(separator: " "), error?.code]
    }

    @Test("A server that failed may have acted; one that was not reached has not")
    func openOutcomes() async {
        let unchanged = Self.found("old", [.eTag: "\"1\""])
        for status in [500, 502, 503, 504] {
            #expect(await outcome(write(), [Self.refused(status), unchanged, Self.done]) == ["PUT GET PUT", nil])
        }
        for failure in [FetchError.Kind.cannotConnect(.refused), .cannotConnect(.unknownHost)] {
            let unreached: Step = { () throws(FetchError) in throw FetchError(failure) }
            #expect(await outcome(write(), [unreached, Self.done]) == ["PUT PUT", nil])
        }
        #expect(await outcome(write(), [Self.refused(429), Self.done]) == ["PUT PUT", nil])
    }

    @Test func aResourceThatCannotBeReadNowIsReadAgain() async {
        let steps = [Self.lost, Self.refused(503), Self.found("new", [.eTag: "\"2\""])]
        #expect(await outcome(write(), steps) == ["PUT GET GET", nil])
        #expect(await outcome(write(), [Self.lost, Self.refused(403)]) == ["PUT GET", "unknown_outcome"])
    }

    @Test("A date is a condition, too", arguments: [("old", 1, "PUT GET PUT"), ("new", 2, "PUT GET")])
    func dates(text: String, day: Int, expected: String) async {
        let request = write(.put, .ifUnmodifiedSince, "Sun, 01 Mar 2026 00:00:00 GMT")
        let date = day == 1 ? "Sun, 01 Mar 2026 00:00:00 GMT" : "Mon, 02 Mar 2026 00:00:00 GMT"
        let steps = [Self.lost, Self.found(text, [.lastModified: date]), Self.done]
        #expect(await outcome(request, steps) == [expected, nil])
    }

    @Test("Only a strong tag says that nothing has changed")
    func weakTags() async {
        let steps = [Self.lost, Self.found("old", [.eTag: "W/\"1\""])]
        #expect(await outcome(write(), steps) == ["PUT GET", "unknown_outcome"])
        let several = write(.put, .ifMatch, "\"0\", \"1\"")
        #expect(
            await outcome(several, [Self.lost, Self.found("old", [.eTag: "\"1\""]), Self.done])[0] == "PUT GET PUT")
    }

    @Test("Any version at all is no condition that the write itself would break")
    func anyVersion() async {
        #expect(await outcome(write(.put, .ifMatch, "*"), [Self.lost, Self.done]) == ["PUT PUT", nil])
    }

    @Test func aResourceThatIsGoneSaysNothingAboutItsChange() async {
        #expect(await outcome(write(), [Self.lost, Self.refused(404)]) == ["PUT GET", "unknown_outcome"])
        #expect(await outcome(write(.delete), [Self.lost, Self.refused(410)]) == ["DELETE GET", nil])
    }

    @Test("The bytes of a POST are not those of the resource")
    func post() async {
        let steps = [Self.lost, Self.found("new", [.eTag: "\"2\""])]
        #expect(await outcome(write(.post).idempotencyKey(), steps) == ["POST GET", "unknown_outcome"])
    }

    @Test("A digest that the app has sent is compared with that of the server", arguments: ["new", "other"])
    func digests(text: String) async {
        func field(_ text: String) -> String { ReprDigest(sha256: Data(SHA256.digest(of: Data(text.utf8)))).field }
        // What is shown of the resource differs from what is stored.
        let found = Self.found("rendered", [.eTag: "\"2\"", .reprDigest: field(text)])
        let outcome = await outcome(write().header(.reprDigest, field("new")), [Self.lost, found])
        #expect(outcome == ["PUT GET", text == "new" ? nil : "unknown_outcome"])
    }

    @Test func theLookAtTheResourceIsNoWrite() async throws {
        let (client, stub) = client([Self.lost, Self.found("new", [.eTag: "\"2\""])])
        let request = write().idempotencyKey().header(.reprDigest, "sha-256=:AAAA:")
        try await client.value(for: request)
        let look = try #require(stub.requests.last)
        let fields = look.head.headerFields
        #expect(look.head.method == .get && look.body == nil)
        for name in [.ifMatch, .idempotencyKey, .reprDigest, .contentType, .contentLength] as [HTTPField.Name] {
            #expect(fields[name] == nil, "\(name)")
        }
        #expect(fields[.wantReprDigest] == "sha-256=1" && fields[.cacheControl] == "no-cache")
    }
}

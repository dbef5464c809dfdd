import Foundation
import FreshetDigests
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetCore

/// Writes with a condition, and what happens when their response is lost.
@Suite(.timeLimit(.minutes(1)))
struct ConditionalWriteTests {
    /// A resource on a server, with entity tags.
    final class Resource: Sendable {
        struct State {
            var body: Data? = Data("old".utf8)
            var version = 1
            /// What happens to writes before they get a normal response.
            var losses: [Loss] = []
            /// How many reads fail.
            var failingReads = 0
            var sendsDigest = false
        }

        enum Loss { case before, after, afterWithAnotherWrite }

        let state: Lock<State>

        init(_ losses: [Loss] = [], _ change: (inout State) -> Void = { _ in }) {
            var state = State(losses: losses)
            change(&state)
            self.state = Lock(state)
        }

        func respond(to request: TransportRequest) throws(FetchError) -> StubTransport.Response {
            try state.withLock { state throws(FetchError) in
                guard request.head.method != .get else { return try read(&state) }
                let loss = state.losses.isEmpty ? nil : state.losses.removeFirst()
                if loss == .before { throw FetchError(.connectionLost) }
                if let tag = request.head.headerFields[.ifMatch], tag != "\"\(state.version)\"" {
                    var response = try read(&state)
                    response.head.status = .preconditionFailed
                    return response
                }
                state.version += 1
                if case .bytes(let body)? = request.body { state.body = body } else { state.body = nil }
                if loss == .afterWithAnotherWrite { (state.body, state.version) = (Data("other".utf8), 9) }
                if loss != nil { throw FetchError(.connectionLost) }
                return .status(204, headers: [.eTag: "\"\(state.version)\""])
            }
        }

        private func read(_ state: inout State) throws(FetchError) -> StubTransport.Response {
            if state.failingReads > 0 {
                state.failingReads -= 1
                throw FetchError(.connectionLost)
            }
            guard let body = state.body else { return .status(404) }
            var fields: HTTPFields = [.eTag: "\"\(state.version)\"", .contentType: "text/plain"]
            guard state.sendsDigest else { return StubTransport.Response(headers: fields, chunks: [body]) }
            fields[.reprDigest] = ReprDigest(sha256: Data(SHA256.digest(of: body))).field
            return StubTransport.Response(headers: fields, chunks: [Data("rendered".utf8)])
        }
    }

    private let old = HTTPResponse(status: .ok, headerFields: [.eTag: "\"1\""])

    private func client(_ resource: Resource, attempts: Int = 3) -> (Client<Shop>, StubTransport) {
        Shop.client(retry: RetryPolicy(attempts: attempts, base: .zero)) { request throws(FetchError) in
            try resource.respond(to: request)
        }
    }

    private func put(_ text: String = "new") -> Request<Shop, Void> {
        let body = RequestBody.bytes(Data(text.utf8), contentType: "text/plain")
        return Request<Shop, Void>("notes/1", method: .put, body: body, reading: .nothing).ifUnchanged(since: old)
    }

    private func methods(_ stub: StubTransport) -> String {
        stub.requests.map(\.head.method.rawValue).joined(separator: " ")
    }

    // MARK: - The condition

    @Test(
        "The condition has the strongest validator of the response",
        arguments: [
            ([.eTag: "\"1\"", .lastModified: "Sun, 01 Mar 2026 00:00:00 GMT"], "\"1\"", nil),
            ([.eTag: "W/\"1\"", .lastModified: "Sun, 01 Mar 2026 00:00:00 GMT"], nil, "Sun, 01 Mar 2026 00:00:00 GMT"),
            ([.lastModified: "Sun, 01 Mar 2026 00:00:00 GMT"], nil, "Sun, 01 Mar 2026 00:00:00 GMT"),
        ] as [(HTTPFields, String?, String?)])
    func condition(fields: HTTPFields, ifMatch: String?, ifUnmodifiedSince: String?) async throws {
        let request = Request<Shop, Void>("notes/1", method: .put, reading: .nothing)
            .ifUnchanged(since: HTTPResponse(status: .ok, headerFields: fields))
        let sent = try await Shop.sent(request).head.headerFields
        #expect(sent[.ifMatch] == ifMatch && sent[.ifUnmodifiedSince] == ifUnmodifiedSince)
    }

    @Test("Without a strong validator nothing is sent", arguments: [[:], [.eTag: "W/\"1\""]] as [HTTPFields])
    func noValidator(fields: HTTPFields) async {
        let (client, stub) = Shop.client { _ in .status(204) }
        let request = Request<Shop, Void>("notes/1", method: .put, reading: .nothing)
            .ifUnchanged(since: HTTPResponse(status: .ok, headerFields: fields))
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.code == "invalid_request" && stub.requests.isEmpty)
    }

    @Test func aConflictShowsTheResourceAsItIs() async throws {
        let (client, stub) = client(Resource { $0.version = 5 })
        let error = await failure { () async throws(FetchError) in try await client.value(for: put()) }
        let current = try #require(error?.currentRepresentation)
        #expect(error?.kind == .precondition(.failed))
        #expect(current.text == "old" && current.head.headerFields[.eTag] == "\"5\"")
        #expect(error?.code == "precondition.failed" && error?.status == .preconditionFailed && methods(stub) == "PUT")
        // The response to the refusal is what the change is repeated on.
        try await client.value(for: put().ifUnchanged(since: current.head))
    }

    @Test(
        "What a refusal says of a condition",
        arguments: [
            (412, [:], .precondition(.failed)),
            (412, [.contentType: "application/problem+json", .eTag: "\"1\""], .precondition(.failed)),
            (428, [:], .precondition(.required)), (409, [:], .status(.conflict)),
        ] as [(Int, HTTPFields, FetchError.Kind)])
    func refusals(status: Int, fields: HTTPFields, kind: FetchError.Kind) async {
        let (client, _) = Shop.client { _ in
            StubTransport.Response(status: status, headers: fields, chunks: [Data("body".utf8)])
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: put()) }
        #expect(error?.kind == kind && error?.response?.text == "body")
        #expect(error?.currentRepresentation == nil)
    }

    @Test(
        "A condition stays visible where the service explains it",
        arguments: [(412, .failed), (428, .required)] as [(Int, FetchError.PreconditionFailure)])
    func explained(status: Int, precondition: FetchError.PreconditionFailure) async {
        let (client, _) = Shop.client { _ in
            .json(
                #"{"code":"changed","message":"Somebody else was faster."}"#, status: status, headers: [.eTag: "\"5\""])
        }
        let error = await failure { () async throws(FetchError) in try await client.value(for: put()) }
        #expect(error?.code == "service.changed" && error?.localizedDescription == "Somebody else was faster.")
        #expect(error?.precondition == precondition && error?.status?.code == status)
        #expect(error?.currentRepresentation == nil)
    }

    // MARK: - A lost response

    @Test(
        "A conditional write whose response is lost acts once",
        arguments: [
            ([.after], "PUT GET"), ([.before], "PUT GET PUT"), ([.before, .after], "PUT GET PUT GET"),
        ] as [([Resource.Loss], String)])
    func lost(losses: [Resource.Loss], expected: String) async throws {
        let resource = Resource(losses)
        let (client, stub) = client(resource)
        try await client.value(for: put())
        #expect(methods(stub) == expected)
        #expect(resource.state.withLock { $0.version } == 2)
        let read = stub.requests[1].head.headerFields
        #expect(read[.ifMatch] == nil && read[.contentType] == nil && read[.cacheControl] == "no-cache")
    }

    @Test func theDigestOfTheServerCounts() async throws {
        let (client, stub) = client(Resource([.after]) { $0.sendsDigest = true })
        try await client.value(for: put())
        #expect(methods(stub) == "PUT GET")
    }

    @Test func ofAnyOtherStateTheOutcomeIsUnknown() async {
        let (client, stub) = client(Resource([.afterWithAnotherWrite]))
        let error = await failure { () async throws(FetchError) in try await client.value(for: put()) }
        #expect(error?.kind == .unknownOutcome && error?.code == "unknown_outcome" && error?.isRetryable == false)
        #expect(error?.response?.text == "other" && (error?.underlying as? FetchError)?.kind == .connectionLost)
        #expect(methods(stub) == "PUT GET")
    }

    @Test("As long as the resource can't be read, nothing is sent again", arguments: [1, 2])
    func failingReads(count: Int) async {
        let resource = Resource([.before]) { $0.failingReads = count }
        let (client, stub) = client(resource)
        let error = await failure { () async throws(FetchError) in try await client.value(for: put()) }
        #expect(methods(stub) == (count == 1 ? "PUT GET GET PUT" : "PUT GET GET"))
        #expect(error?.kind == (count == 1 ? nil : .connectionLost))
    }

    @Test("A DELETE that is lost has acted when the resource is gone", arguments: [Resource.Loss.before, .after])
    func delete(loss: Resource.Loss) async throws {
        let (client, stub) = client(Resource([loss]))
        let request = Request<Shop, Void>("notes/1", method: .delete, reading: .nothing).ifUnchanged(since: old)
        try await client.value(for: request)
        #expect(methods(stub) == (loss == .before ? "DELETE GET DELETE" : "DELETE GET"))
    }

    @Test("A resource that is made must not exist", arguments: [Resource.Loss.before, .after])
    func absent(loss: Resource.Loss) async throws {
        let (client, stub) = client(Resource([loss]) { $0.body = nil })
        let body = RequestBody.bytes(Data("new".utf8))
        let request = Request<Shop, Void>("notes/1", method: .put, body: body, reading: .nothing).ifAbsent()
        try await client.value(for: request)
        #expect(stub.requests[0].head.headerFields[.ifNoneMatch] == "*")
        #expect(methods(stub) == (loss == .before ? "PUT GET PUT" : "PUT GET"))
    }

    @Test("Without a condition a PUT is sent again as it is, and a PATCH never")
    func others() async throws {
        let (client, stub) = client(Resource([.after]))
        try await client.value(for: put().header(.ifMatch, nil))
        #expect(methods(stub) == "PUT PUT")
        let (other, patches) = self.client(Resource([.after]))
        let patch = Request<Shop, Void>("notes/1", method: .patch, body: .json(["a": 1]), reading: .nothing)
        let error = await failure { () async throws(FetchError) in
            try await other.value(for: patch.ifUnchanged(since: old))
        }
        #expect(error?.kind == .connectionLost && methods(patches) == "PATCH")
    }

    @Test(
        "Digests of RFC 9530",
        arguments: [
            ("sha-256=:RK/0qy18MlBSVnWgjwz6lZEWjP/lF5HF9bvEF8FabDg=:", true),
            ("sha-512=:YMAam51Jz/jOATT6/zvHrLVgOYTGFy1d6GJiOHTohq4=:", false),
            ("sha-256=RK/0", false), ("sha-256=:AAAA:", false), ("", false),
        ])
    func digests(field: String, isRead: Bool) {
        let digest = ReprDigest(field)
        #expect((digest != nil) == isRead)
        if isRead { #expect(digest?.field == field) }
    }
}

import Freshet
import FreshetTesting
import JSONPlaceholder
import Testing

/// People, whose parts are three calls.
@Suite(.timeLimit(.minutes(2)))
struct PeopleTests {
    /// Opens a gate when a call has its value.
    private struct FinishObserver: FetchObserver {
        let gate: Gate

        func observe(_ event: FetchEvent) {
            if case .finished = event.step { gate.open() }
        }
    }

    private static func response(to request: TransportRequest) -> StubTransport.Response {
        switch request.head.path {
        case "/users": .json(#"[{"id":1,"name":"A","username":"a"},{"id":2,"name":"B","username":"b"}]"#)
        case "/albums": .json(#"[{"id":5,"userId":1,"title":"x"}]"#)
        default: .json(#"[{"id":9,"albumId":5,"title":"p","url":"","thumbnailUrl":""}]"#)
        }
    }

    private static let lost = FetchError(.connectionLost)

    /// Fails the calls for some parts and responses the others.
    private func client(failing parts: Set<String>) -> (Client<JSONPlaceholder>, StubTransport) {
        Placeholders.client { (request) async throws(FetchError) -> StubTransport.Response in
            if let path = request.head.path, parts.contains(path) { throw Self.lost }
            return Self.response(to: request)
        }
    }

    @Test("Complete people", arguments: [JSONPlaceholder.PartialFailure.failsTheWhole, .keepsTheRest])
    func complete(policy: JSONPlaceholder.PartialFailure) async throws {
        let (client, stub) = client(failing: [])
        let people = try await client.people(partialFailure: policy)
        #expect(people.isComplete)
        #expect(people.people.map(\.user.name) == ["A", "B"])
        #expect(people.people[0].albums.first?.photos.map(\.id) == [9])
        #expect(people.people[1].albums == [])
        #expect(Set(stub.requests.map(\.head.path)) == ["/users", "/albums", "/photos"])
        #expect(stub.requests.count == 3)
    }

    @Test func theCallsRunAtTheSameTime() async throws {
        let gate = Gate()
        let (client, _) = Placeholders.client { request in
            await gate.wait()
            return Self.response(to: request)
        }
        async let people = client.people()
        try await gate.waitUntilWaiting(count: 3)
        gate.open()
        #expect(try await people.people.count == 2)
    }

    @Test("The strict policy reports the part's own error (T32)", arguments: ["/users", "/albums", "/photos"])
    func strict(part: String) async throws {
        let error = await #expect(throws: FetchError.self) { try await client(failing: [part]).0.people() }
        #expect(error?.kind == .connectionLost)
        #expect(error?.request?.url == "https://jsonplaceholder.typicode.com\(part)")
    }

    @Test func theStrictPolicyCancelsTheOthers() async throws {
        let gate = Gate()
        let (cancelled, record) = AsyncStream.makeStream(of: String.self)
        let (client, _) = Placeholders.client { (request) async throws(FetchError) -> StubTransport.Response in
            let path = request.head.path ?? ""
            guard path != "/albums" else {
                try? await gate.waitUntilWaiting(count: 2)
                throw Self.lost
            }
            await gate.wait()
            if Task.isCancelled { record.yield(path) }
            return Self.response(to: request)
        }
        let error = await #expect(throws: FetchError.self) { try await client.people() }
        #expect(error?.kind == .connectionLost)
        // The failure is thrown at once; they end when they see that they are cancelled.
        let paths = await cancelled.prefix(2).reduce(into: []) { $0.append($1) }
        #expect(Set(paths) == ["/users", "/photos"])
    }

    @Test("The lenient policy keeps the other parts and reports the failure (T32)")
    func lenient() async throws {
        let withoutPhotos = try await client(failing: ["/photos"]).0.people(partialFailure: .keepsTheRest)
        #expect(withoutPhotos.people.map { $0.albums.count } == [1, 0])
        #expect(withoutPhotos.people[0].albums[0].photos == [])
        #expect(withoutPhotos.failures.mapValues(\.kind) == [.photos: .connectionLost])
        #expect(!withoutPhotos.isComplete)
        let usersOnly = try await client(failing: ["/photos", "/albums"]).0.people(partialFailure: .keepsTheRest)
        #expect(usersOnly.people.map(\.albums) == [[], []])
        #expect(Set(usersOnly.failures.keys) == [.photos, .albums])
    }

    @Test func withoutUsersThereIsNothingToKeep() async {
        let error = await #expect(throws: FetchError.self) {
            try await client(failing: ["/users"]).0.people(partialFailure: .keepsTheRest)
        }
        #expect(error?.kind == .connectionLost)
        #expect(error?.request?.url == "https://jsonplaceholder.typicode.com/users")
    }

    @Test(
        "Cancelling is no partial failure",
        arguments: [JSONPlaceholder.PartialFailure.failsTheWhole, .keepsTheRest], [[], ["/users"]])
    func cancelling(policy: JSONPlaceholder.PartialFailure, arrived: [String]) async throws {
        let gate = Gate()
        let usersCame = Gate()
        let stub = StubTransport { request in
            if !arrived.contains(request.head.path ?? "") { await gate.wait() }
            return Self.response(to: request)
        }
        let client = Client(
            JSONPlaceholder(), transport: stub, cache: nil, retry: .never, observers: [FinishObserver(gate: usersCame)])
        let task = Task { try await client.people(partialFailure: policy) }
        try await gate.waitUntilWaiting(count: 3 - arrived.count)
        if !arrived.isEmpty { await usersCame.wait() }
        task.cancel()
        let error = await #expect(throws: FetchError.self) { try await task.value }
        #expect(error?.kind == .cancelled)
    }

    @Test func oneByOne() async throws {
        let (client, stub) = client(failing: [])
        let people = try await client.peopleOneByOne()
        #expect(people.isComplete)
        #expect(people.people[0].albums.first?.photos.count == 1)
        #expect(stub.requests.map(\.head.path) == ["/users", "/albums", "/photos"])
    }

    @Test func oneByOneEndsAtTheFirstFailure() async {
        let (client, stub) = client(failing: ["/albums"])
        let error = await #expect(throws: FetchError.self) { try await client.peopleOneByOne() }
        #expect(error?.kind == .connectionLost)
        #expect(stub.requests.map(\.head.path) == ["/users", "/albums"])
    }
}

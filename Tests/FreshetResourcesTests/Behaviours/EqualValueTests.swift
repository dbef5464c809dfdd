import Foundation
import FreshetCore
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

/// What a response with an equal value changes: nothing that is shown.
@Suite(.timeLimit(.minutes(1)))
struct EqualValueTests {
    /// A class, so that a test sees whether it is the same.
    private final class Chapter: Decodable, Sendable, Identifiable, Equatable {
        let id: Int
        let title: String

        static func == (first: Chapter, second: Chapter) -> Bool {
            first.id == second.id && first.title == second.title
        }
    }

    @Test func equalElementsOfAListRemainTheSame() async throws {
        let body = Lock(#"[{"id":1,"title":"Sea"},{"id":2,"title":"Sky"}]"#)
        let stub = StubTransport { _ in .json(body.withLock { $0 }) }
        let client = Client(Library(), transport: stub, cache: nil)
        let chapters = client.resource(Request<Library, [Chapter]>("chapters"))
        let old = try await chapters.value()
        body.withLock { $0 = #"[{"id":3,"title":"Sun"},{"id":2,"title":"Night"},{"id":1,"title":"Sea"}]"# }
        let new = try await chapters.refetch()
        #expect(new.map(\.title) == ["Sun", "Night", "Sea"])
        #expect(new[2] === old[0])
        #expect(new[1] !== old[1])
    }

    @Test func aHandleMayCompareInItsOwnWay() async throws {
        let bench = LibraryBench()
        let book = bench.client.resource(.book(7)).comparing { $0.pages == $1.pages }
        _ = try await book.value()
        bench.server.set { $0.title = "Second" }
        #expect(try await book.refetch().title == "First")
        bench.server.set { $0.pages = 101 }
        #expect(try await book.refetch().title == "Second")
    }

    /// A value that counts how often it is decoded and compared.
    private struct Counted: Decodable, Sendable, Equatable {
        static let counts = Lock((decoded: 0, compared: 0))
        let title: String

        enum CodingKeys: CodingKey { case title }

        init(from decoder: any Decoder) throws {
            title = try decoder.container(keyedBy: CodingKeys.self).decode(String.self, forKey: .title)
            Self.counts.withLock { $0.decoded += 1 }
        }

        static func == (first: Counted, second: Counted) -> Bool {
            counts.withLock { $0.compared += 1 }
            return first.title == second.title
        }
    }

    @Test func aConfirmedResponseIsNeitherDecodedNorComparedAndIsNoNews() async throws {
        let bench = LibraryBench(cache: MemoryCacheStore())
        let book = bench.client.resource(Request<Library, Counted>("books/7"))
        let title = book.map { $0.title + "!" }
        let recorder = ResourceRecorder(title)
        try await recorder.settled(updates: 1)
        bench.clock.advance(by: .seconds(90))
        // An observer of a part that is late for this one sees no difference after the confirmation.
        try await recorder.state { $0.isStale }
        _ = try await book.refetch()
        let done = try await recorder.settled(updates: 2)
        #expect(!done.isStale)
        #expect(done.date == bench.clock.date)
        #expect(bench.sent == 2)
        #expect(bench.server.transport.requests.last?.head.headerFields[.ifNoneMatch] == "\"First\"")
        #expect(Counted.counts.withLock { $0.decoded } == 1)
        #expect(Counted.counts.withLock { $0.compared } == 0)
    }
}

import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import NIOConcurrencyHelpers
import PostgreSQL
import ReaderModels
import Testing

@testable import FeedEngine
@testable import GazetteWeb
@testable import Hosts
@testable import ReaderStorage

/// The icons of feeds: fetched once for all readers, and kept within limits.
@Suite(.timeLimit(.minutes(1)))
struct IconTests {
    private static let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) + Data("IEND".utf8)
    private static let ico = Data([0, 0, 1, 0, 1, 0])
    private static let reader = Visitor(id: Data("reader".utf8))

    /// Returns the icons of the feeds of a reader, by their titles.
    private static func icons(_ home: FeedHome) async throws -> [String?] {
        try await home.library.store.subscriptions(of: reader).map { $0.icon?.absoluteString }
    }

    private static func keeper(
        _ home: FeedHome, _ icons: NIOLockedValueBox<[String: Data]>
    ) -> (IconKeeper, requests: NIOLockedValueBox<[String]>) {
        let requests = NIOLockedValueBox<[String]>([])
        let stub = StubTransport { request in
            let address = "https://\(request.head.authority ?? "")\(request.head.path ?? "")"
            requests.withLockedValue { $0.append(address) }
            return icons.withLockedValue { $0[address] }.map { StubTransport.Response(chunks: [$0]) }
                ?? .text("", status: 404)
        }
        return (IconKeeper(store: home.library.store, pictures: PictureSource(from: stub)) { home.now }, requests)
    }

    private static func add(_ home: FeedHome, _ host: String, icon: String? = nil) async throws {
        let id = try await home.add("https://\(host)/feed", [], title: host, for: reader)
        let values: [PostgreSQLValue] = [.int(id), .text("https://\(host)/"), .text(icon)]
        try await home.library.store.database.transaction { runner in
            try runner.run("UPDATE gazette.feed SET home = $2, icon = $3 WHERE id = $1", values)
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func anIconIsFetchedOnceAndAgainAfterAMonth(_ kind: StoreHome.Kind) async throws {
        try await FeedHome.with(kind) { home in
            let sites = NIOLockedValueBox([
                "https://a.example/logo.png": Self.png, "https://b.example/favicon.ico": Self.ico,
            ])
            let (keeper, requests) = Self.keeper(home, sites)
            try await Self.add(home, "a.example", icon: "https://a.example/logo.png")
            try await Self.add(home, "b.example")
            #expect(try await Self.icons(home) == [nil, nil])
            #expect(try await keeper.fetch())
            let known = ["https://a.example/logo.png", "https://b.example/favicon.ico"]
            #expect(requests.withLockedValue { $0.sorted() } == known)
            #expect(try await Self.icons(home) == known)
            for (address, icon) in [(known[0], Self.png), (known[1], Self.ico)] {
                let stored = try await home.library.store.picture(at: try #require(URL(string: address)))
                #expect(stored == icon)
                #expect(try PictureSource.picture(icon).type.hasPrefix("image/"))
            }
            #expect(try await !keeper.fetch())
            // One that is gone after a month stays.
            home.pass(31 * 24 * 3600)
            sites.withLockedValue { $0 = [:] }
            #expect(try await keeper.fetch())
            #expect(requests.withLockedValue { $0.count } == 4)
            #expect(try await Self.icons(home) == known)
            // One at another address is not taken for it.
            let moved = PostgreSQLValue.text("https://other.example/photo.png")
            try await home.library.store.database.transaction { runner in
                try runner.run("UPDATE gazette.feed SET icon = $1 WHERE icon IS NOT NULL", [moved])
            }
            home.pass(31 * 24 * 3600)
            #expect(try await keeper.fetch())
            #expect(try await Self.icons(home) == [nil, known[1]])
        }
    }

    @Test func whatIsNoIconOrTooLargeIsLeftOut() async throws {
        try await FeedHome.with(.sqlite) { home in
            let sites = NIOLockedValueBox([
                "https://a.example/favicon.ico": Self.ico + Data(count: 65 << 10),
                "https://b.example/favicon.ico": Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8),
            ])
            let (keeper, requests) = Self.keeper(home, sites)
            for host in ["a.example", "b.example", "c.example"] { try await Self.add(home, host) }
            #expect(try await keeper.fetch())
            #expect(try await Self.icons(home) == [nil, nil, nil])
            #expect(try await !keeper.fetch() && requests.withLockedValue { $0.count } == 3)
        }
    }
}

import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Stored responses in groups, and responses that invalidate these: RFC 9875.
@Suite(.timeLimit(.minutes(1)))
struct GroupInvalidationTests {
    private static let groups = [
        "tea": #""drinks", "hot""#, "rum": #""drinks""#, "cup": #""Drinks""#, "soup": #""hot""#,
    ]

    /// A shop whose items are in groups; what is sent with another method than GET invalidates `drinks`.
    private func shop(
        status: Int = 204, _ fields: HTTPFields = [.cacheGroupInvalidation: #""drinks""#], gate: Gate? = nil
    ) -> CachedShop {
        let counter = Counter()
        return CachedShop { request in
            guard request.head.method == .get else { return .status(status, headers: fields) }
            let name = request.head.path?.split(separator: "/").last.map(String.init) ?? ""
            let response = counter.item("max-age=60", Self.groups[name].map { [.cacheGroups: $0] } ?? [:])
            await gate?.wait()
            return response
        }
    }

    private func write(to path: RequestPath = "orders") -> Request<Shop, Void> {
        Request(path, method: .post, reading: .nothing)
    }

    private func storedNames(_ shop: CachedShop) async throws -> Set<String> {
        Set(try await shop.cache.entries().map { String($0.key.url.split(separator: "/").last ?? "") })
    }

    @Test func theResponsesInTheGroupAreRemoved() async throws {
        let shop = shop()
        for name in ["tea", "rum", "cup", "soup", "plate"] { _ = try await shop.client.value(for: .item(name)) }
        _ = try await shop.client.data(for: write())
        // Names are compared with the case of their letters, and the groups of a removed response are not invalidated.
        #expect(try await storedNames(shop) == ["cup", "soup", "plate"])
        #expect(shop.steps.contains("removed: POST invalidated a group of https://shop.example/v1/items/tea"))
    }

    @Test("The status makes no difference", arguments: [200, 303, 404, 500])
    func statuses(status: Int) async throws {
        let shop = shop(status: status)
        _ = try await shop.client.value(for: .item("tea"))
        _ = await failure { () async throws(FetchError) in try await shop.client.data(for: write()) }
        #expect(try await storedNames(shop).isEmpty)
    }

    @Test func aSafeMethodInvalidatesNothing() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in
            counter.item("max-age=60", [.cacheGroups: #""a""#, .cacheGroupInvalidation: #""a""#])
        }
        for name in ["tea", "rum"] { _ = try await shop.client.value(for: .item(name)) }
        #expect(try await storedNames(shop) == ["tea", "rum"])
    }

    @Test func anotherOriginIsNotAffected() async throws {
        let shop = shop()
        let other = Request<Shop, Shop.Item>(.absolute("https://shop.example.org/items/tea"))
        for item in [.item("rum"), other] { _ = try await shop.client.value(for: item) }
        _ = try await shop.client.data(for: write())
        #expect(try await storedNames(shop) == ["tea"])
    }

    @Test func aResponseRequestedBeforeTheInvalidationIsNotStored() async throws {
        let gate = Gate()
        let shop = shop(gate: gate)
        let names = ["tea", "soup"]
        let tasks = names.map { name in Task { try await shop.client.value(for: .item(name)) } }
        try await gate.waitUntilWaiting(count: 2)
        _ = try await shop.client.data(for: write())
        gate.open()
        for task in tasks { _ = try await task.value }
        #expect(try await storedNames(shop) == ["soup"])
    }

    @Test func theResponseThatInvalidatesItsOwnGroupIsStored() async throws {
        let counter = Counter()
        let shop = CachedShop { _ in
            counter.item(
                "max-age=60",
                [
                    .cacheGroups: #""a""#, .cacheGroupInvalidation: #""a""#, .contentLocation: "/v1/items/tea",
                ])
        }
        _ = try await shop.client.data(for: write(to: "items/tea"))
        #expect(try await storedNames(shop) == ["tea"])
    }

    @Test func moreGroupsThanAreNotedInvalidateTheirMembers() async throws {
        let names = (0..<1000).map { "\"\($0)\"" } + [#""drinks""#]
        let shop = shop([.cacheGroupInvalidation: names.joined(separator: ",")])
        for name in ["tea", "cup"] { _ = try await shop.client.value(for: .item(name)) }
        _ = try await shop.client.data(for: write())
        #expect(try await storedNames(shop) == ["cup"])
    }

    @Test func aMalformedFieldInvalidatesNothing() async throws {
        let shop = shop([.cacheGroupInvalidation: #""drinks", hot"#])
        _ = try await shop.client.value(for: .item("tea"))
        _ = try await shop.client.data(for: write())
        #expect(try await storedNames(shop) == ["tea"])
    }
}

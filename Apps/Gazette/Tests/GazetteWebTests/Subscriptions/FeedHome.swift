import Feeds
import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import NIOConcurrencyHelpers
import ReaderModels
import Testing

@testable import FeedEngine
@testable import GazetteWeb
@testable import Hosts
@testable import ReaderStorage

/// Feeds of readers in one of the databases, on servers and at times that a test chooses.
struct FeedHome: Sendable {
    let library: FeedLibrary
    let time: NIOLockedValueBox<Date>
    /// The requests that were sent, in their order.
    let requests: NIOLockedValueBox<[HTTPRequest]>

    /// Runs a body with feeds in a database of a kind.
    ///
    /// - Parameter respond: Returns the response to a request.
    static func with(
        _ kind: StoreHome.Kind, limits: FeedStore.Limits = .init(),
        respond: @escaping @Sendable (HTTPRequest) throws(FetchError) -> StubTransport.Response = { _ in
            .text("", status: 404)
        },
        _ body: @escaping @Sendable (FeedHome) async throws -> Void
    ) async throws {
        try await StoreHome.with(kind) { home in
            let visitors = try await home.open()
            try await body(try FeedHome(visitors, limits, respond))
        }
    }

    init(
        _ visitors: Visitors, _ limits: FeedStore.Limits = .init(),
        _ respond: @escaping @Sendable (HTTPRequest) throws(FetchError) -> StubTransport.Response
    ) throws {
        let (time, requests) = (NIOLockedValueBox(StoreHome.start), NIOLockedValueBox<[HTTPRequest]>([]))
        self.time = time
        self.requests = requests
        let stub = StubTransport { request throws(FetchError) in
            requests.withLockedValue { $0.append(request.head) }
            return try respond(request.head)
        }
        let clock = TimeSource.system
        let source = FeedSource(trusted: nil, transport: stub, cache: MemoryCacheStore(), time: clock) { _ in [] }
        library = FeedLibrary(
            visitors.store.database, source, PictureSource(from: stub), limits: limits,
            logger: .silent
        ) { time.withLockedValue { $0 } }
    }

    func pass(_ seconds: Double) { time.withLockedValue { $0 += seconds } }
    var now: Date { time.withLockedValue { $0 } }

    /// Adds a feed with items to the database without a server.
    @discardableResult
    func add(
        _ address: String, _ items: [FeedItem], title: String? = nil, for visitor: Visitor, folder: String = ""
    ) async throws -> Int {
        let id = try await library.store.subscribe(
            [.init(address: address, folder: folder)], visitor, now: now)[0]
        try await receive(items, title: title ?? address, of: id)
        return id
    }

    /// Stores a document of a feed as if it had been read now.
    func receive(_ items: [FeedItem], title: String, of id: Int) async throws {
        var feed = Feed(format: .rss)
        feed.title = title
        feed.items = items
        let due = try await library.store.claim(upTo: 1, only: [id], now: now)
        #expect(due.count == 1)
        for due in due {
            let digest = Data("\(items)".utf8)
            try await library.store.record(
                .read(feed, digest: digest, movedTo: nil), of: due, next: now + 3600, now: now)
        }
    }

    /// Returns the items of a list.
    func items(
        of visitor: Visitor, _ change: (inout ItemQuery) -> Void = { _ in }
    ) async throws -> [ListedItem] {
        var query = ItemQuery()
        change(&query)
        let subscriptions = try await library.store.subscriptions(of: visitor)
        let since = try await library.store.visit(visitor, now: now)
        return try await library.store.items(query, of: visitor, since: since, subscriptions)
    }

    /// Marks items as read or unread.
    func mark(_ items: [Int], isRead: Bool, of visitor: Visitor) async throws {
        let keys = items.map { Entry.Key(.feeds, String($0)) }
        try await library.store.mark(isRead ? .read(keys) : .unread(keys), of: visitor)
    }

    /// Returns an item that was published a number of minutes before the start.
    static func item(
        _ id: String, minutes: Double = 0, title: String? = nil, link: String? = nil, text: String = "Text"
    ) -> FeedItem {
        var item = FeedItem(id: id, title: title ?? "Item \(id)")
        item.link =
            (link ?? "https://site.example/\(id)").isEmpty ? nil : URL(string: link ?? "https://site.example/\(id)")
        item.published = StoreHome.start - minutes * 60
        item.content = FeedText(html: "<p>\(text)</p>")
        return item
    }
}

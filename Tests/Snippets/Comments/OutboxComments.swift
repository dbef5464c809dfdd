#if SQLite
import Foundation
import Freshet
import FreshetOutbox
import FreshetSQLite

// The code of the comments about the outbox and the store in a file.

enum OutboxComments {
    static func delivered(_ outbox: Outbox) async throws(OutboxError) {
        let receipt = try await outbox.enqueue(like, 7)
        try await receipt.delivered()
    }

    static func drained(_ outbox: Outbox) async -> Int {
        let remaining = await outbox.drain(until: .now + 30)
        return remaining
    }

    static func signedOut(_ outbox: Outbox) async throws(OutboxError) -> Int {
        let remaining = try await outbox.prepareSignOut(.sendFirst(within: .seconds(5)))
        return remaining
    }

    static func waiting(_ outbox: Outbox, show: (String) -> Void) async {
        for await state in outbox.states { show("\(state.waiting) changes not sent yet") }
    }

    @MainActor
    static func model(_ outbox: Outbox, show: (String) -> Void) -> OutboxModel {
        let changes = OutboxModel(outbox)
        show("\(changes.state.waiting) changes not sent yet")
        return changes
    }

    static func settings() -> OutboxSettings {
        var settings = OutboxSettings()
        settings.countLimit = 1_000
        settings.isShared = true
        return settings
    }

    // MARK: - The store

    static func withCookies(in file: URL) -> Client<News> {
        let store = SQLiteCacheStore(file: file, byteLimit: 64 << 20, storesCookies: true)
        let news = Client(News(), cache: HTTPCache(store: store))
        return news
    }

    static func usage(of store: SQLiteCacheStore) async throws(CacheStoreError) {
        let usage = try await store.usage()
        print("\(usage.entries) responses, \(usage.bytes) bytes")
    }
}
#endif

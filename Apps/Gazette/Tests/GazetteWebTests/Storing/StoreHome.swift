import Foundation
import Logging
import NIOConcurrencyHelpers
import ReaderModels
import Testing

@testable import GazetteWeb
@testable import PostgreSQL
@testable import ReaderStorage

/// Where the stores of a test keep their data: a folder for SQLite, or a database.
struct StoreHome: Sendable {
    enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case sqlite, postgreSQL

        var testDescription: String { rawValue }

        /// The kinds that can be tested here.
        static var available: [Kind] { TestDatabase.isAvailable ? allCases : [.sqlite] }
    }

    static let start = Date(timeIntervalSince1970: 1_800_000_000)

    let folder: DataFolder?
    private let database: TestDatabase?
    /// The stores of the database. A page that was not closed retains its store, which would look for the removed database
    /// again and again.
    private let opened = NIOLockedValueBox<[ReaderStore]>([])

    /// Runs a body with a home that is removed afterwards.
    static func with(_ kind: Kind, _ body: @Sendable (StoreHome) async throws -> Void) async throws {
        switch kind {
        case .sqlite:
            let folder = DataFolder(
                FileManager.default.temporaryDirectory.appending(path: "gazette-\(UUID().uuidString)"))
            defer { try? FileManager.default.removeItem(at: folder.url) }
            try await body(StoreHome(folder: folder, database: nil))
        case .postgreSQL:
            try await TestDatabase.with { database in
                let home = StoreHome(folder: nil, database: database)
                defer { for store in home.opened.withLockedValue({ $0 }) { store.close() } }
                try await body(home)
            }
        }
    }

    /// Opens the store as a new process does, some seconds after the start.
    func open(_ limits: ReaderLimits = .init(), after seconds: Double = 0) async throws -> Visitors {
        let now = Self.start + seconds
        guard let database else {
            return Visitors(folder: folder, limits: limits, logger: .silent) { now }
        }
        return Visitors(store: try await open(database, limits, now), logger: .silent) { now }
    }

    /// Opens the store of the database; `nil` for a folder.
    func sharedStore() async throws -> ReaderStore? {
        guard let database else { return nil }
        return try await open(database, .init(), Self.start)
    }

    private func open(
        _ database: TestDatabase, _ limits: ReaderLimits, _ now: Date
    ) async throws -> ReaderStore {
        let store = try await ReaderStore.open(
            database.address, limits: limits, connections: .hasty, now: now)
        opened.withLockedValue { $0.append(store) }
        return store
    }

    static func entry(_ id: Int, title: String? = nil) -> Entry {
        Entry(
            key: .init(.hn, String(id)), title: title ?? "Story \(id)", path: "/hn/item/\(id)",
            original: URL(string: "https://example.com/\(id)"), source: "example.com")
    }

    static func keys(_ range: Range<Int>) -> [Entry.Key] { range.map { Entry.Key(.hn, String($0)) } }
}

extension Logger {
    /// A logger that prints nothing.
    static var silent: Logger { Logger(label: "test") { _ in SwiftLogNoOpLogHandler() } }
}

package import Foundation
package import PostgreSQL

extension ReaderStore {
    /// Opens the file in a folder, and its files for the signing keys.
    ///
    /// - Throws: The reason why they can't be used.
    convenience init(folder: DataFolder, limits: ReaderLimits = .init(), now: Date) throws {
        try folder.prepare()
        let keys = SigningKeys(visitors: try folder.key("visitors.key"), pictures: try folder.key("pictures.key"))
        let database = try SQLiteDatabase(folder: folder, pageLimit: limits.pages)
        while try database.perform({ try MarkTables.removeExpired(limits.age, now, $0) }) {}
        self.init(database, keys: keys, limits: limits, now: now)
    }

    /// Makes a store in memory, with new keys.
    convenience init(limits: ReaderLimits = .init(), now: Date) {
        let database = try? SQLiteDatabase(pageLimit: limits.pages)
        self.init(database ?? NoDatabase(), keys: SigningKeys(), limits: limits, now: now)
    }

    /// Connects to a shared database, makes the tables and keys that are missing, and removes expired visitors.
    ///
    /// - Throws: The reason why the database can't be used.
    package static func open(
        _ address: PostgreSQLAddress, limits: ReaderLimits = .init(), connections: PostgreSQLLimits = .init(), now: Date
    ) async throws(PostgreSQLError) -> ReaderStore {
        let database = PostgreSQLDatabase(address, limits: connections)
        let keys = try await database.prepare()
        let store = ReaderStore(database, keys: keys, limits: limits, now: now)
        try? await store.removeExpired(now)
        return store
    }
}

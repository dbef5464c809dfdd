package import Foundation

extension MemberDirectory {
    /// Opens the accounts of a folder, which a server may use at the same time.
    ///
    /// - Throws: The reason why its file can't be used.
    package init(_ folder: DataFolder, now: @escaping @Sendable () -> Date = { Date() }) throws {
        self.init(try SQLiteDatabase(folder: folder), now: now)
    }

    /// Opens the accounts of a database.
    package init(_ database: SharedDatabase, now: @escaping @Sendable () -> Date = { Date() }) {
        self.init(database.store.database, now: now)
    }
}

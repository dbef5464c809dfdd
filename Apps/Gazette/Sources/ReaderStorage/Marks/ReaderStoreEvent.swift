package import Foundation

/// What a store reports.
package enum ReaderStoreEvent: Sendable {
    /// The stored marks of a visitor differ from those in memory: another process has changed them, or the store has
    /// refused a change.
    case changed(Visitor)
    /// Another process has ended sessions of an account.
    case ended(Visitor)
    /// Feeds have new items, or what a reader has read of them was written; `nil` for all readers.
    case feedsChanged(Visitor?)
    /// Changes by other processes may have been missed.
    case missedChanges
    /// Something can't be read or written.
    case failed(any Error, ReaderStoreFailure)
    /// The store works again.
    case recovered
    /// The changes of other processes can't be received for now.
    case interrupted(any Error)
}

/// A failure of a store, as the log and pages report it.
package struct ReaderStoreFailure: Sendable {
    /// What failed, for the log.
    package let summary: String
    /// What it means for a visitor.
    let consequence: String
}

/// The limits of stored data.
package struct ReaderLimits: Sendable {
    package var marks = Marks.Limits()
    /// The most visitors; those whose last visit is oldest are removed first.
    package var visitors = 10_000
    /// How long the data of a visitor is kept after the last visit, in seconds.
    package var age: TimeInterval = 365 * 24 * 3600
    /// The most changes that wait in memory for a database that can't be used.
    package var unwritten = 5000
    /// The largest file of SQLite, in pages of 4 KB.
    package var pages = DataFolder.pageLimit
}

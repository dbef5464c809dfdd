import Foundation

/// The store of what visitors have read and saved, and of the keys that sign what browsers return.
///
/// There are two: a SQLite file, which needs nothing to be set up and belongs to one process, and a PostgreSQL
/// database, which several processes share.
protocol ReaderStore: Sendable {
    var limits: ReaderLimits { get }
    /// The signing keys, which are the same in all processes that share the store.
    var keys: SigningKeys { get }
    /// Whether the store could be reached when that was last tried, some seconds ago at most.
    var isReachable: Bool { get }

    /// Returns the stored marks of a visitor, with all changes that were recorded here before.
    func marks(of visitor: Visitor, now: Date) async throws -> Marks

    /// Enqueues a change. The changes of one visitor are written in the order of the calls.
    ///
    /// A failure is reported to the observer.
    func record(_ change: Marks.Change, of visitor: Visitor, now: Date)

    /// Returns the recorded changes of a visitor that are not written yet, oldest first.
    func unwritten(of visitor: Visitor) -> [Marks.Change]

    /// Waits until the changes of a visitor that were recorded before are written, or could not be; without a visitor,
    /// those of all.
    func flush(_ visitor: Visitor?) async

    /// Notes that a second has passed: removes expired visitors once a day, and tries to write what could not be written.
    func tick(now: Date)

    /// Sets the receiver of events, and removes the previous one. It is called on any thread, and must not block.
    func observe(_ observer: @escaping @Sendable (ReaderStoreEvent) -> Void)
}

extension ReaderStore {
    /// A store in this process is always reached.
    var isReachable: Bool { true }
}

/// What a store reports.
enum ReaderStoreEvent: Sendable {
    /// The stored marks of a visitor differ from those in memory: another process has changed them, or the store has
    /// refused a change.
    case changed(Visitor)
    /// Another process has ended sessions of an account.
    case ended(Visitor)
    /// Another process has read feeds, or a reader has changed something about theirs there; `nil` for all readers.
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
struct ReaderStoreFailure: Sendable {
    /// What failed, for the log.
    let summary: String
    /// What it means for a visitor.
    let consequence: String
}

/// The limits of stored data.
struct ReaderLimits: Sendable {
    var marks = Marks.Limits()
    /// The most visitors; those whose last visit is oldest are removed first.
    var visitors = 10_000
    /// How long the data of a visitor is kept after the last visit, in seconds.
    var age: TimeInterval = 365 * 24 * 3600
    /// The largest file of SQLite, in pages of 4 KB: 1 GB, most of it for feeds.
    var pages = 262_144
}

/// The keys that sign what browsers return: the cookies of visitors, and the addresses of pictures.
struct SigningKeys: Sendable, Equatable {
    static let byteCount = 32

    let visitors: Data
    let pictures: Data

    init(visitors: Data, pictures: Data) {
        self.visitors = visitors
        self.pictures = pictures
    }

    /// New keys, which make all earlier cookies and addresses invalid.
    init() {
        visitors = .random(count: Self.byteCount)
        pictures = .random(count: Self.byteCount)
    }
}

/// A store that stores nothing.
struct NoReaderStore: ReaderStore {
    let limits: ReaderLimits
    let keys = SigningKeys()

    func marks(of visitor: Visitor, now: Date) async throws -> Marks { Marks(limits: limits.marks) }
    func record(_ change: Marks.Change, of visitor: Visitor, now: Date) {}
    func unwritten(of visitor: Visitor) -> [Marks.Change] { [] }
    func flush(_ visitor: Visitor?) async {}
    func tick(now: Date) {}
    func observe(_ observer: @escaping @Sendable (ReaderStoreEvent) -> Void) {}
}

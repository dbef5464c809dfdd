package import Foundation
package import ReaderModels

/// What one visitor has read and saved.
package struct Marks: Sendable {
    /// An entry with the moment it was saved.
    package struct Saved: Sendable, Equatable {
        package let entry: Entry
        package let date: Date

        package init(entry: Entry, date: Date) {
            self.entry = entry
            self.date = date
        }

        /// Reads the columns of a store; `nil` if the key or the path is invalid.
        package init?(key: String, title: String, path: String, original: String?, source: String?, seconds: Double) {
            guard let key = Entry.Key(key), let path = OwnPath(path) else { return nil }
            entry = Entry(
                key: key, title: title, path: path.text, original: original.flatMap(Entry.outside), source: source)
            date = Date(timeIntervalSince1970: seconds)
        }
    }

    /// A change of a visitor's marks.
    package enum Change: Sendable {
        case read([Entry.Key])
        case unread([Entry.Key])
        case save(Entry, Date)
        case remove(Entry.Key)
        /// The items of feeds, from the newest one down to one, as they were at a time.
        case readAll(ItemQuery.Scope, downTo: Int, Date)
        /// The part of a text above the screen, from 0 to 1.
        case position(Entry.Key, Double)

        var isPosition: Bool { if case .position = self { true } else { false } }

        /// The same change without the items of feeds, whose marks are not among those of a visitor; `nil` if there is
        /// nothing else.
        var withoutFeeds: Change? {
            func others(_ keys: [Entry.Key]) -> [Entry.Key]? {
                let others = keys.filter { $0.section != .feeds }
                return others.isEmpty ? nil : others
            }
            switch self {
            case .read(let keys): return others(keys).map { .read($0) }
            case .unread(let keys): return others(keys).map { .unread($0) }
            case .save, .remove: return self
            case .readAll, .position: return nil
            }
        }
    }

    /// The limits of one visitor's data.
    package struct Limits: Sendable {
        /// The greatest number of read marks; the oldest are removed first.
        package var reads = 2000
        /// The most saved entries; further ones are refused, so that none is removed without request.
        package var saved = 500

        package init(reads: Int = 2000, saved: Int = 500) {
            self.reads = reads
            self.saved = saved
        }
    }

    /// The marks of one entry, as pages show them.
    package struct Shown: Hashable, Sendable {
        package var isRead = false
        package var isSaved = false

        package init(isRead: Bool = false, isSaved: Bool = false) {
            self.isRead = isRead
            self.isSaved = isSaved
        }
    }

    /// Returns the marks of an entry.
    package typealias Lookup = (Entry.Key) -> Shown

    private let limits: Limits
    /// The turn of each read entry; the latest entry has the highest.
    private var reads: [Entry.Key: Int] = [:]
    private var turn = 0
    private var entries: [Entry.Key: Saved] = [:]

    /// - Parameter reads: The read entries, oldest first.
    package init(limits: Limits, reads: [Entry.Key] = [], saved: [Saved] = []) {
        self.limits = limits
        for key in reads { note(key) }
        entries = Dictionary(saved.map { ($0.entry.key, $0) }) { _, last in last }
    }

    package func shown(_ key: Entry.Key) -> Shown { Shown(isRead: isRead(key), isSaved: isSaved(key)) }
    package func isRead(_ key: Entry.Key) -> Bool { reads[key] != nil }
    package func isSaved(_ key: Entry.Key) -> Bool { entries[key] != nil }
    /// The read entries, oldest first.
    package var readKeys: [Entry.Key] { reads.sorted { $0.value < $1.value }.map(\.key) }
    package var readCount: Int { reads.count }
    package var isFull: Bool { entries.count >= limits.saved }

    /// Whether pages look the same with other marks.
    package func looks(like other: Marks) -> Bool { reads.keys == other.reads.keys && entries == other.entries }

    /// The saved entries, newest first.
    package var saved: [Saved] {
        entries.values.sorted { ($1.date, $1.entry.key.description) < ($0.date, $0.entry.key.description) }
    }

    /// Makes a change.
    ///
    /// - Returns: Whether it changed anything. Of items of feeds, only the database knows.
    package mutating func apply(_ change: Change) -> Bool {
        guard let own = change.withoutFeeds else {
            if case .position = change { return false }
            return true
        }
        let isNews = make(own)
        return switch change {
        case .read(let keys), .unread(let keys): isNews || keys.contains { $0.feedItem != nil }
        default: isNews
        }
    }

    private mutating func make(_ change: Change) -> Bool {
        switch change {
        case .read(let keys):
            let isNews = keys.contains { !isRead($0) }
            for key in keys { note(key) }
            return isNews
        case .unread(let keys):
            let known = keys.filter(isRead)
            for key in known { reads[key] = nil }
            return !known.isEmpty
        case .save(let entry, let date):
            guard entries[entry.key] == nil, !isFull else { return false }
            entries[entry.key] = Saved(entry: entry, date: date)
            return true
        case .remove(let key): return entries.removeValue(forKey: key) != nil
        case .readAll, .position: return false
        }
    }

    private mutating func note(_ key: Entry.Key) {
        turn += 1
        reads[key] = turn
        if reads.count > limits.reads, let oldest = reads.min(by: { $0.value < $1.value }) { reads[oldest.key] = nil }
    }
}

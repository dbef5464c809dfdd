#if SQLite
package import Foundation
package import FreshetCore
import GRDB

extension SQLiteCacheStore: InvalidationStore {
    /// The largest number of stored names of invalidations.
    package static let invalidationLimit = 4096

    package func invalidations() async throws(CacheStoreError) -> [String: Date] {
        try await read { db, _ in
            let rows = try Row.fetchAll(db, sql: "SELECT name, date FROM invalidation")
            return Dictionary(rows.map { ($0[0], Date(timeIntervalSinceReferenceDate: $0[1])) }) { $1 }
        }
    }

    package func noteInvalidation(of names: [String], at date: Date) async throws(CacheStoreError) {
        guard !names.isEmpty else { return }
        try await write { db, _ in
            let sql = "INSERT OR REPLACE INTO invalidation VALUES (?, ?)"
            let seconds = date.timeIntervalSinceReferenceDate
            for name in names { try db.execute(sql: sql, arguments: [name, seconds]) }
            let count = try Int.fetchOne(db, sql: "SELECT count(*) FROM invalidation") ?? 0
            guard count > Self.invalidationLimit else { return }
            try db.execute(sql: "DELETE FROM invalidation")
            try db.execute(sql: sql, arguments: ["", seconds])
        }
    }
}
#endif

import Foundation
import PostgreSQL

/// A table whose rows are in a backup: its statements, and the kinds of its columns, in their order.
///
/// The tables that count attempts and requests are not part of it.
struct BackupTable: Sendable {
    enum Column: Sendable {
        case text, int, double, bytes
        /// A whole number that may be too long for a number of JSON.
        case long
    }

    let name: String
    let columns: KeyValuePairs<String, Column>
    /// Whether the rows of one visitor are read at a time, who is `$1`: there may be millions.
    var isPerVisitor = false
    let select: StaticString
    let insert: StaticString
    let delete: StaticString
}

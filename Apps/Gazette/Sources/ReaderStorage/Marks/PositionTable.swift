package import Foundation
import PostgreSQL

/// How far visitors have read long texts: the part of a text's height that is above the screen, from 0 to 1.
package enum PositionTable {
    static let schema: StaticString = """
        CREATE TABLE gazette.reading_position (
            visitor bytea NOT NULL REFERENCES gazette.visitor ON DELETE CASCADE,
            entry text NOT NULL,
            part double precision NOT NULL,
            date double precision NOT NULL,
            PRIMARY KEY (visitor, entry));
        """

    static let backup = BackupTable(
        name: "reading_position", columns: ["visitor": .bytes, "entry": .text, "part": .double, "date": .double],
        isPerVisitor: true,
        select: """
            SELECT visitor, entry, part, date FROM gazette.reading_position WHERE visitor = $1 ORDER BY date, entry
            """,
        insert: "INSERT INTO gazette.reading_position (visitor, entry, part, date) VALUES ($1, $2, $3, $4)",
        delete: "DELETE FROM gazette.reading_position")

    /// The most texts of one visitor; the oldest positions are removed first.
    private static let limit = 500
    /// The parts that are stored: at its beginning and at its end, a text opens at its beginning.
    private static let storedParts = 0.02...0.98

    /// Returns where a visitor has left a text; `nil` for one that opens at its beginning.
    ///
    /// - Parameter unwritten: The visitor's changes that are not written yet.
    package static func position(
        in entry: Entry.Key, of visitor: Visitor, after unwritten: [Marks.Change], _ runner: any StatementRunner
    ) throws -> Double? {
        for case .position(entry, let part) in unwritten.reversed() { return storedParts.contains(part) ? part : nil }
        let rows = try runner.rows(
            "SELECT part FROM gazette.reading_position WHERE visitor = $1 AND entry = $2",
            [.bytes(visitor.id), .text(entry.description)])
        // A restored backup may contain any number.
        return rows.first?.double("part").flatMap { storedParts.contains($0) ? $0 : nil }
    }

    /// Stores the position that a change has, if it has one.
    package static func write(
        _ change: Marks.Change, _ date: Date, of visitor: Visitor, _ runner: any StatementRunner
    ) throws {
        guard case .position(let entry, let part) = change else { return }
        let key: [PostgreSQLValue] = [.bytes(visitor.id), .text(entry.description)]
        guard storedParts.contains(part) else {
            try runner.run("DELETE FROM gazette.reading_position WHERE visitor = $1 AND entry = $2", key)
            return
        }
        try runner.run(
            """
            INSERT INTO gazette.reading_position (visitor, entry, part, date)
            SELECT id, $2, $3, $4 FROM gazette.visitor WHERE id = $1
            ON CONFLICT (visitor, entry) DO UPDATE SET part = excluded.part, date = excluded.date
            """, key + [.double(part), .double(date.timeIntervalSince1970)])
        try runner.run(
            """
            DELETE FROM gazette.reading_position WHERE visitor = $1 AND date <= coalesce((
                SELECT date FROM gazette.reading_position WHERE visitor = $1
                ORDER BY date DESC LIMIT 1 OFFSET $2), 0)
            """, [.bytes(visitor.id), .int(limit)])
    }
}

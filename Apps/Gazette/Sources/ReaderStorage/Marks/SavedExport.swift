package import Foundation
import ReaderModels

/// Exports the saved entries as a file for other programs.
package enum SavedExport {
    package enum Format: String, CaseIterable {
        case json, csv

        package var type: String {
            switch self {
            case .json: "application/json"
            case .csv: "text/csv; charset=utf-8"
            }
        }
    }

    /// A saved entry, with the field names of both formats.
    private struct Record: Encodable {
        let section: String
        let id: String
        let title: String
        /// The page on which it was published; missing in JSON and empty in CSV if there is none.
        let url: String?
        /// The path of its view in Gazette.
        let path: String
        let source: String?
        /// The time at which it was saved, in UTC, in the format of RFC 3339.
        let saved: String

        init(_ saved: Marks.Saved) {
            section = saved.entry.key.section.rawValue
            id = saved.entry.key.id
            title = saved.entry.title
            url = saved.entry.original?.absoluteString
            path = saved.entry.path
            source = saved.entry.source
            self.saved = DateText.exact(saved.date)
        }

        static let names = ["section", "id", "title", "url", "path", "source", "saved"]
        var fields: [String] { [section, id, title, url ?? "", path, source ?? "", saved] }
    }

    package static func data(_ saved: [Marks.Saved], _ format: Format) throws -> Data {
        let records = saved.map(Record.init)
        switch format {
        case .json:
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(records)
        case .csv:
            let lines = [Record.names] + records.map(\.fields)
            return Data(lines.map { $0.map(cell).joined(separator: ",") + "\r\n" }.joined().utf8)
        }
    }

    /// Returns a cell of RFC 4180 that no program evaluates as a formula.
    private static func cell(_ text: String) -> String {
        let isFormula = text.first.map { "=+-@\t\r".contains($0) } ?? false
        return "\"\(isFormula ? "'" : "")\(text.replacing("\"", with: "\"\""))\""
    }
}

import Foundation
import ReaderModels

/// Encodes records as `--json` prints them: dates in ISO 8601, names sorted, unknown values left out.
enum JSONText {
    static func of(_ value: some Encodable) throws -> String {
        try text(value, [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes])
    }

    /// Returns a record as JSON in one line, for output with one record per line.
    static func line(_ value: some Encodable) throws -> String {
        try text(value, [.sortedKeys, .withoutEscapingSlashes])
    }

    private static func text(_ value: some Encodable, _ formatting: JSONEncoder.OutputFormatting) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = formatting
        encoder.dateEncodingStrategy = .custom { date, encoder in
            var container = encoder.singleValueContainer()
            try container.encode(DateText.exact(date))
        }
        return String(decoding: try encoder.encode(value), as: UTF8.self)
    }
}

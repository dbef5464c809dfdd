public import Foundation

/// A row of a result, by the positions or the names of its columns.
public struct PostgreSQLRow: Sendable {
    /// The names of the columns, which all rows of a result share.
    let names: [String]
    /// The values in PostgreSQL's text format; `nil` for `NULL`.
    let columns: [String?]

    /// Returns a text; `nil` for `NULL`, and beyond the last column.
    public func text(_ column: Int) -> String? { columns.indices.contains(column) ? columns[column] : nil }

    /// Returns a number; `nil` if the column is none.
    public func double(_ column: Int) -> Double? { text(column).flatMap(Double.init) }

    /// Returns a whole number; `nil` if the column is none.
    public func int(_ column: Int) -> Int? { text(column).flatMap { Int($0) } }

    /// Returns a truth value; `nil` if the column is none.
    public func bool(_ column: Int) -> Bool? { text(column).flatMap { ["t": true, "f": false][$0] } }

    /// Returns bytes; `nil` if the column is no `bytea`.
    ///
    /// They come as `\x` and hexadecimal digits: the format of `bytea_output` since PostgreSQL 9.0.
    public func bytes(_ column: Int) -> Data? {
        guard let text = text(column), text.hasPrefix("\\x") else { return nil }
        return Data(hexadecimal: text.dropFirst(2))
    }
}

extension PostgreSQLRow {
    /// Returns a text; `nil` for `NULL`, and without a column of the name.
    public func text(_ column: String) -> String? { index(of: column).flatMap(text) }

    /// Returns a number; `nil` if the column is none.
    public func double(_ column: String) -> Double? { index(of: column).flatMap(double) }

    /// Returns a whole number; `nil` if the column is none.
    public func int(_ column: String) -> Int? { index(of: column).flatMap(int) }

    /// Returns bytes; `nil` if the column is no `bytea`.
    public func bytes(_ column: String) -> Data? { index(of: column).flatMap(bytes) }

    private func index(of column: String) -> Int? {
        let index = names.firstIndex(of: column)
        assert(index != nil, "The statement has no column \(column).")
        return index
    }
}

extension Data {
    /// Reads pairs of hexadecimal digits; `nil` for other texts.
    public init?(hexadecimal text: some StringProtocol) {
        let digits = text.utf8.compactMap { UInt8(exactly: Character(UnicodeScalar($0)).hexDigitValue ?? -1) }
        guard digits.count == text.utf8.count, digits.count.isMultiple(of: 2) else { return nil }
        self.init(stride(from: 0, to: digits.count, by: 2).map { digits[$0] << 4 | digits[$0 + 1] })
    }

    /// The bytes as pairs of hexadecimal digits.
    public var hexadecimal: String {
        let digits = Array("0123456789abcdef".utf8)
        return String(decoding: flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
    }
}

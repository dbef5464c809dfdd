import Foundation

/// Returns a table in plain text, with the first column aligned left and the others aligned right.
public func table(_ rows: [[String]]) -> String {
    let columns = rows.map(\.count).max() ?? 0
    let widths = (0..<columns).map { column in rows.map { column < $0.count ? $0[column].count : 0 }.max() ?? 0 }
    return rows.map { row in
        row.enumerated().map { column, cell in
            let pad = String(repeating: " ", count: widths[column] - cell.count)
            return column == 0 ? cell + pad : "  " + pad + cell
        }.joined()
    }.joined(separator: "\n")
}

extension Double {
    /// Returns the number as text with the given number of fractional digits.
    public func text(_ digits: Int) -> String { String(format: "%.\(digits)f", self) }
}

import Foundation
import FreshetHTTP

/// A decoded query or form item.
struct FormItem: Sendable, Hashable {
    var name: String
    /// The value; `nil` for an item without `=`.
    var value: String?

    /// Returns the items of a text like `name=value`, separated by `&`.
    static func all(in text: some StringProtocol) -> [FormItem] {
        text.split(separator: "&").map { item in
            let parts = item.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            return FormItem(name: decoded(parts[0]), value: parts.count > 1 ? decoded(parts[1]) : nil)
        }
    }

    /// Returns a text without percent-encoding, in which `+` is a space. If its bytes aren't UTF-8,
    /// it stays unchanged.
    static func decoded(_ text: some StringProtocol) -> String {
        guard text.utf8.contains(where: { $0 == UInt8(ascii: "%") || $0 == UInt8(ascii: "+") }) else {
            return String(text)
        }
        return String(text).replacing("+", with: " ").removingPercentEncoding ?? String(text)
    }

    /// Returns a text with percent-encoding.
    static func encoded(_ text: some StringProtocol) -> String {
        var encoded = ""
        PercentEncoding.append(String(text), to: &encoded)
        return encoded
    }
}

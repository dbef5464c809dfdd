package import HTTPTypes

/// The range of a representation that a 206 response carries (RFC 9110 §14.4).
package struct ContentRange: Sendable, Hashable {
    package let range: Range<Int>
    /// The length of the whole.
    package let length: Int

    /// Reads `bytes 0-99/1000`; `nil` for other units, an unknown length, and a malformed or impossible range.
    package init?(_ field: String) {
        let parts = field.split(separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].lowercased() == "bytes" else { return nil }
        let numbers = parts[1].split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
        guard numbers.count == 2, let length = Self.number(numbers[1]) else { return nil }
        let bounds = numbers[0].split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = Self.number(bounds[0]), let last = Self.number(bounds[1]), first <= last,
            last < length
        else { return nil }
        range = first..<last + 1
        self.length = length
    }

    private static func number(_ text: Substring) -> Int? {
        guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return Int(text)
    }
}

extension ContentRange {
    /// Reads the range of a partial response; `nil` for other responses, for several ranges, and for encoded bytes.
    ///
    /// The range of an encoded response counts other bytes than those that arrive.
    package init?(of head: HTTPResponse) {
        let fields = head.headerFields
        guard head.status == .partialContent, fields.value(of: .contentEncoding) == nil,
            let field = fields.value(of: .contentRange)
        else { return nil }
        self.init(field)
    }

    /// All bytes of a complete response; `nil` where `Content-Length` does not name their number.
    init?(wholeOf head: HTTPResponse) {
        guard head.status == .ok, let length = head.headerFields.value(of: .contentLength).flatMap({ Int($0) }),
            length > 0
        else { return nil }
        range = 0..<length
        self.length = length
    }
}

package import HTTPTypes

/// The range of a representation that a 206 response contains (RFC 9110 §14.4).
package struct ContentRange: Sendable, Hashable {
    package let range: Range<Int>
    /// The length of the whole representation.
    package let length: Int

    /// Reads `bytes 0-99/1000`; `nil` for other units, an unknown length, or a malformed or
    /// impossible range.
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

    private static func number(_ text: Substring) -> Int? { text.isDecimal ? Int(text) : nil }
}

extension ContentRange {
    /// Reads the range of a partial response; `nil` for other responses, several ranges, and
    /// encoded bytes.
    ///
    /// The range of an encoded response counts encoded bytes, not the ones that are received.
    package init?(of head: HTTPResponse) {
        let fields = head.headerFields
        guard head.status == .partialContent, fields.value(of: .contentEncoding) == nil,
            let field = fields.value(of: .contentRange)
        else { return nil }
        self.init(field)
    }

    /// Makes the range of all bytes of a complete response; `nil` if `Content-Length` doesn't state
    /// their number.
    package init?(wholeOf head: HTTPResponse) {
        guard head.status == .ok, let length = head.headerFields.contentLength, length > 0 else { return nil }
        range = 0..<length
        self.length = length
    }
}

extension HTTPResponse {
    /// Whether the response contains only a part of a representation, or several parts (RFC 9110
    /// §15.3.7).
    ///
    /// Some APIs use 206 for a page of a list, with another unit or without a range. Such a
    /// response is complete.
    package var isPart: Bool {
        guard status == .partialContent else { return false }
        if let type = headerFields.value(of: .contentType).flatMap(MediaType.init),
            type.description == "multipart/byteranges"
        {
            return true
        }
        guard let field = headerFields.value(of: .contentRange), field.lowercased().hasPrefix("bytes") else {
            return false
        }
        return !isWholePart
    }

    /// Whether the part that the response contains is the whole representation.
    package var isWholePart: Bool {
        guard let part = headerFields.value(of: .contentRange).flatMap(ContentRange.init) else { return false }
        return part.range == 0..<part.length
    }
}

package import HTTPTypes

/// The rules for serving range requests from a complete body (RFC 9110 §14).
package enum ByteRange {
    /// The result of a range request.
    package enum Outcome: Sendable, Hashable {
        case part(Range<Int>)
        /// The range begins after the end.
        case unsatisfiable
    }

    /// Evaluates a `Range` field for a body; `nil` for requests that are left to the server, with
    /// several ranges, other units or malformed fields.
    package static func outcome(of field: String, length: Int) -> Outcome? {
        let parts = field.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2, FieldList.trim(parts[0]).lowercased() == "bytes" else { return nil }
        let bounds = FieldList.trim(parts[1]).split(separator: "-", omittingEmptySubsequences: false)
        guard bounds.count == 2, let first = number(bounds[0]), let last = number(bounds[1]) else { return nil }
        switch (first, last) {
        case (let first?, let last?):
            guard first <= last else { return nil }
            return first < length ? .part(first..<min(last, length - 1) + 1) : .unsatisfiable
        case (let first?, nil):
            return first < length ? .part(first..<length) : .unsatisfiable
        case (nil, let count?):
            return count > 0 && length > 0 ? .part(max(0, length - count)..<length) : .unsatisfiable
        case (nil, nil):
            return nil
        }
    }

    /// Reads a bound: `.some(nil)` if it is empty, `nil` if it isn't a number.
    private static func number(_ text: Substring) -> Int?? {
        if text.isEmpty { return .some(nil) }
        guard text.isDecimal, let number = Int(text), number < Int.max else { return nil }
        return .some(number)
    }

    /// Returns the head of the response to a range request.
    package static func head(of whole: HTTPResponse, _ outcome: Outcome, length: Int) -> HTTPResponse {
        var head = whole
        switch outcome {
        case .part(let range):
            head.status = .partialContent
            head.headerFields[.contentRange] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(length)"
            head.headerFields[.contentLength] = "\(range.count)"
        case .unsatisfiable:
            head.status = .rangeNotSatisfiable
            head.headerFields[.contentRange] = "bytes */\(length)"
            head.headerFields[.contentLength] = "0"
        }
        return head
    }
}

import Foundation
import FreshetCore

/// How the body of a response is cut into parts, and how these are read.
struct PartRules<Value: Sendable>: Sendable {
    /// Returns the format of a response; `nil` for a content type that is not accepted.
    let format: @Sendable (MediaType?) -> PartScanner.Format?
    /// The content types of these formats, for errors.
    let accept: String
    let read: @Sendable (Data, PartScanner.Format, ResponseStream) async throws -> Value
    /// The most bytes of a part.
    var limit = 1 << 20
    /// Receives the error of each part that can't be read, which is then skipped.
    var skip: (@Sendable (FetchError) -> Void)?
}

extension PartScanner.Format {
    /// The content types of values, one after another.
    static let valueTypes = "application/x-ndjson, application/jsonl, application/json-seq"

    /// The format of a response that holds values; `nil` for a type that holds none, such as a page of HTML.
    static func values(_ type: MediaType?) -> PartScanner.Format? {
        guard let type else { return .filledLines }
        if type.subtype.hasSuffix("json-seq") { return .sequence }
        let isLines = ["x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines"].contains(
            type.subtype)
        return isLines || type.canHoldJSON ? .filledLines : nil
    }
}

import Foundation
import FreshetCore

/// The rules for splitting a response body into parts and for reading them.
struct PartRules<Value: Sendable>: Sendable {
    /// Returns the format of a response, or `nil` if its content type isn't accepted.
    let format: @Sendable (_ contentType: String?) -> PartScanner.Format?
    let accept: String
    let read: @Sendable (Data, PartScanner.Format, ResponseStream) async throws -> Value
    var limit = 1 << 20
    /// Receives the error of each part that is skipped because it can't be read.
    var skip: (@Sendable (FetchError) -> Void)?
}

extension PartScanner.Format {
    static let valueTypes = "application/x-ndjson, application/jsonl, application/json-seq"

    /// Returns the format of a response with values, or `nil` for a content type without values,
    /// such as HTML.
    static func values(_ contentType: String?) -> PartScanner.Format? {
        guard let type = contentType.flatMap(MediaType.init) else { return .filledLines }
        if type.subtype.hasSuffix("json-seq") { return .sequence }
        let lines: Set = ["x-ndjson", "ndjson", "jsonl", "x-jsonl", "jsonlines", "x-jsonlines", "json-lines"]
        return lines.contains(type.subtype) || type.canHoldJSON ? .filledLines : nil
    }

    static let multipartTypes = "multipart/mixed, multipart/x-mixed-replace"

    static func multipart(_ contentType: String?) -> PartScanner.Format? {
        guard let contentType, MediaType(contentType)?.type == "multipart" else { return nil }
        for parameter in contentType.split(separator: ";").dropFirst() {
            let pair = parameter.split(separator: "=", maxSplits: 1).map { $0.filter { $0 != "\"" } }
            guard pair.count == 2, pair[0].filter({ $0 != " " }).lowercased() == "boundary" else { continue }
            let boundary = pair[1].drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()
            return boundary.isEmpty ? nil : .multipart(boundary: String(boundary))
        }
        return nil
    }
}

public import Foundation
public import HTTPTypes

/// A part of a multipart response, with its own header fields and body.
public struct ResponsePart: Sendable, Hashable {
    /// The part's own header fields.
    public let headerFields: HTTPFields
    /// The bytes of the part.
    public let body: Data

    /// Makes a part, for use in tests.
    public init(headerFields: HTTPFields = [:], body: Data) {
        self.headerFields = headerFields
        self.body = body
    }

    init(_ part: Data) {
        let bytes = Array(part)
        let start = PartFields.bodyStart(in: bytes) ?? bytes.count
        self.init(headerFields: PartFields.fields(in: bytes[..<start]), body: Data(bytes[start...]))
    }
}

import Foundation
import HTTPTypes
import Hummingbird
import NIOCore

extension Response {
    /// Makes a response with validators, or a 304 response if the condition of the request holds.
    ///
    /// An entity tag in the condition takes precedence over a date (RFC 9110 §13.2.2).
    ///
    /// - Parameter modified: The date of the last change, in full seconds.
    static func validated(
        _ bytes: [UInt8], type: String, modified: Date, validators: FeedSite.Validators, fields: HTTPFields = [:],
        for request: Request
    ) -> Response {
        var fields = fields
        let tag = "\"\(hash(bytes))\""
        let hasTag = validators == .both || validators == .tag
        let hasDate = validators == .both || validators == .date
        if hasTag { fields[.eTag] = tag }
        if hasDate { fields[.lastModified] = ISODate.headerText(of: modified) }
        let isNotModified =
            if hasTag, let condition = request.headers[.ifNoneMatch] {
                EntityTag.matches(tag, condition)
            } else if hasDate, request.headers[.ifNoneMatch] == nil,
                let date = ISODate.date(headerText: request.headers[.ifModifiedSince])
            {
                modified <= date
            } else {
                false
            }
        if isNotModified { return Response(status: .notModified, headers: fields) }
        fields[.contentType] = type
        return Response(status: .ok, headers: fields, body: .init(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func hash(_ bytes: [UInt8]) -> String {
        var generator = bytes.withUnsafeBytes { SeededGenerator($0) }
        return String(generator.next(), radix: 16)
    }
}

extension ISODate {
    /// Parses a date of a header field, such as `Fri, 22 Nov 2024 01:51:34 GMT`; `nil` for another text.
    static func date(headerText text: String?) -> Date? {
        guard let parts = text?.split(separator: " "), parts.count == 6, parts[5] == "GMT",
            let month = months.firstIndex(of: String(parts[2]))
        else { return nil }
        return date("\(parts[3])-\(month < 9 ? "0" : "")\(month + 1)-\(parts[1])T\(parts[4])Z", endOfDay: false)
    }

    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

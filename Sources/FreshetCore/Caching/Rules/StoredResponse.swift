public import Foundation
public import HTTPTypes

/// What a cache keeps of an answer besides its body.
public struct StoredResponse: Sendable, Hashable, Codable {
    public var status: Int
    /// The fields of the answer, without those that may not be kept.
    public var headers: HTTPFields
    /// When the request was sent.
    public var requestTime: Date
    /// When the head of the answer arrived.
    public var responseTime: Date
    /// The fields of the request on which the answer depends, by name in lower case (RFC 9111 §4.1).
    ///
    /// An empty text stands for a field that was not there. Values that may be secrets are kept as digests.
    public var selectors: [String: String]

    public init(
        status: Int,
        headers: HTTPFields,
        requestTime: Date,
        responseTime: Date,
        selectors: [String: String] = [:]
    ) {
        self.status = status
        self.headers = headers
        self.requestTime = requestTime
        self.responseTime = responseTime
        self.selectors = selectors
    }

    var directives: ResponseDirectives { ResponseDirectives(headers) }

    /// When the server made the answer, as it says.
    var date: Date? { headers.value(of: .date).flatMap { HTTPDate.date(from: $0, now: responseTime) } }

    /// The head as the answer of a cache: with its age (RFC 9111 §4).
    package func head(age: Duration?) -> HTTPResponse {
        var head = HTTPResponse(status: .init(code: status), headerFields: headers)
        guard let age else { return head }
        let field = HTTPField(name: .age, value: "\(age.components.seconds)")
        if headers.value(of: .age) == nil {
            head.headerFields.append(field)
        } else {
            head.headerFields[.age] = field.value
        }
        return head
    }
}

public import Foundation
public import HTTPTypes
import Synchronization

/// The head and metadata of a stored response.
public struct StoredResponse: Sendable, Hashable, Codable {
    /// The status code.
    public var status: Int
    /// The header fields of the response, without those that must not be stored.
    ///
    /// `Set-Cookie` is included in memory (RFC 9111 §7.3), but left out when the response is
    /// encoded, unless the store was configured to write it. A cookie is set only by a response
    /// from the server, never by one from the cache.
    public var headers: HTTPFields { didSet { facts = Memo() } }
    /// The date at which the request was sent.
    public var requestTime: Date { didSet { facts = Memo() } }
    /// The date at which the head of the response was received.
    public var responseTime: Date { didSet { facts = Memo() } }
    /// The request fields that select this response (`Vary`), by their names in lowercase (RFC 9111
    /// §4.1).
    ///
    /// An empty text stands for a missing field. Values that may be secret are stored as digests.
    public var selectors: [String: String]
    /// The parts of the body that are stored; `nil` for the whole body.
    package var parts: StoredParts?
    /// The parsed fields. They are parsed only once, since they are needed each time the response
    /// is used.
    private var facts = Memo()

    /// The fields that aren't written unless the store asks for it, because they contain secrets.
    private static let cookies: Set<HTTPField.Name> = [.setCookie, .setCookie2]

    private enum CodingKeys: CodingKey {
        case status, headers, requestTime, responseTime, selectors, parts
    }

    /// Makes a stored response.
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

    /// Encodes everything except the cookies, which are secret. Stores that write to disk therefore
    /// leave them out.
    ///
    /// - Throws: The error of the encoder.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        let storesCookies = encoder.userInfo[.storesCookies] as? Bool ?? false
        try container.encode(status, forKey: .status)
        try container.encode(storesCookies ? headers : headersWithoutCookies, forKey: .headers)
        try container.encode(requestTime, forKey: .requestTime)
        try container.encode(responseTime, forKey: .responseTime)
        try container.encode(selectors, forKey: .selectors)
        try container.encodeIfPresent(parts, forKey: .parts)
    }

    private var headersWithoutCookies: HTTPFields {
        guard headers.contains(where: { Self.cookies.contains($0.name) }) else { return headers }
        return HTTPFields(headers.filter { !Self.cookies.contains($0.name) })
    }

    /// Whether the whole body is stored, rather than parts of it (RFC 9111 §3.3).
    public var isComplete: Bool { parts == nil }

    package var directives: ResponseDirectives { facts(of: self).directives }

    /// The `Date` of the response.
    package var date: Date? { facts(of: self).date }

    /// The age of the response when it was received (RFC 9111 §4.2.3).
    var initialAge: Duration { facts(of: self).initialAge }

    /// Returns the head as a cache serves it, with `Age` (RFC 9111 §4).
    package func head(age: Duration?) -> HTTPResponse {
        var head = HTTPResponse(status: .init(code: status), headerFields: headers)
        if let age { head.headerFields[.age] = String(age.components.seconds) }
        return head
    }
}

extension StoredResponse: CustomStringConvertible {
    /// The status and the names of the header fields, with the values of those that the caching
    /// rules use. The other values may be secret.
    public var description: String {
        let fields = headers.map { field in
            Self.describedFields.contains(field.name) ? "\(field.name): \(field.value)" : field.name.rawName
        }
        return "\(status) [\(fields.joined(separator: ", "))] \(requestTime) \(responseTime) \(selectors)"
    }
}

extension StoredResponse {
    private static let describedFields: Set<HTTPField.Name> = [
        .age, .cacheControl, .contentLength, .contentType, .date, .eTag, .expires, .lastModified, .vary,
    ]
}

extension CodingUserInfoKey {
    /// Whether an encoder writes the cookies of stored responses, as a `Bool`. By default, it leaves them out.
    package static let storesCookies = CodingUserInfoKey(rawValue: "Freshet.storesCookies")!
}

extension HTTPField.Name {
    fileprivate static let setCookie2 = Self("Set-Cookie2")!
}

extension StoredResponse {
    /// The values that a cache reads from the fields of a response.
    private final class Facts: Sendable {
        let directives: ResponseDirectives
        let date: Date?
        let initialAge: Duration

        init(_ stored: StoredResponse) {
            let fields = stored.headers
            directives = ResponseDirectives(fields)
            date = fields.value(of: .date).flatMap { HTTPDate.date(from: $0, now: stored.responseTime) }
            let delay = max(0, stored.responseTime.timeIntervalSince(stored.requestTime))
            // The first element of a list counts; a malformed one is ignored (RFC 9111 §5.1).
            let age = fields.value(of: .age).flatMap { FieldList.elements(of: $0).first }
                .flatMap(DeltaSeconds.duration)
            // An age computed from `Date` is wrong if the clocks of server and client differ. It is
            // used only if a cache on the way may have left out `Age`, as HTTP/1.0 caches do (RFC
            // 9111 §4.2.3).
            let hops = FieldList.elements(of: fields.value(of: .via) ?? "")
            let isDoubtful = hops.contains { age == nil || $0.hasPrefix("1.0 ") || $0.hasPrefix("HTTP/1.0 ") }
            let apparent = isDoubtful ? date.map { max(0, stored.responseTime.timeIntervalSince($0)) } ?? 0 : 0
            initialAge = max(.seconds(apparent), (age ?? .zero) + .seconds(delay))
        }
    }

    /// The facts, which are parsed when they are first needed. They are ignored when two responses
    /// are compared.
    private final class Memo: Sendable, Hashable {
        private let known = AtomicLazyReference<Facts>()

        static func == (first: Memo, second: Memo) -> Bool { true }

        func hash(into hasher: inout Hasher) {}

        func callAsFunction(of stored: StoredResponse) -> Facts {
            known.load() ?? known.storeIfNil(Facts(stored))
        }
    }
}

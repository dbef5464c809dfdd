public import Foundation
public import HTTPTypes

/// What a cache keeps of an answer besides its body.
public struct StoredResponse: Sendable, Hashable, Codable {
    public var status: Int
    /// The fields of the response, without those that may not be kept.
    ///
    /// `Set-Cookie` is among them in memory (RFC 9111 §7.3) and is left out when the response is encoded. A cookie is set by the
    /// response that comes from the server, never by one that comes out of the cache.
    public var headers: HTTPFields { didSet { facts = Memo() } }
    /// When the request was sent.
    public var requestTime: Date { didSet { facts = Memo() } }
    /// When the head of the answer arrived.
    public var responseTime: Date { didSet { facts = Memo() } }
    /// The fields of the request on which the answer depends, by name in lower case (RFC 9111 §4.1).
    ///
    /// An empty text stands for a field that was not there. Values that may be secrets are kept as digests.
    public var selectors: [String: String]
    /// Which parts of the body are stored; `nil` for all of it.
    package var parts: StoredParts?
    /// What the fields say. They are read once, since an answer is judged whenever it is used.
    private var facts = Memo()

    /// The fields that are never written: they hold secrets.
    private static let unwritten: Set<HTTPField.Name> = [.setCookie, .setCookie2]

    private enum CodingKeys: CodingKey {
        case status, headers, requestTime, responseTime, selectors, parts
    }

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

    /// Writes everything but the cookies, which are secrets: a store that outlives the process leaves them out.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(status, forKey: .status)
        try container.encode(writtenHeaders, forKey: .headers)
        try container.encode(requestTime, forKey: .requestTime)
        try container.encode(responseTime, forKey: .responseTime)
        try container.encode(selectors, forKey: .selectors)
        try container.encodeIfPresent(parts, forKey: .parts)
    }

    private var writtenHeaders: HTTPFields {
        guard headers.contains(where: { Self.unwritten.contains($0.name) }) else { return headers }
        return HTTPFields(headers.filter { !Self.unwritten.contains($0.name) })
    }

    /// Whether the whole body is stored, and not parts of it that wait for the rest (RFC 9111 §3.3).
    public var isComplete: Bool { parts == nil }

    var directives: ResponseDirectives { facts(of: self).directives }

    /// When the server made the answer, as it says.
    var date: Date? { facts(of: self).date }

    /// The age with which the answer arrived (RFC 9111 §4.2.3).
    var initialAge: Duration { facts(of: self).initialAge }

    /// The head as the answer of a cache: with its age (RFC 9111 §4).
    package func head(age: Duration?) -> HTTPResponse {
        var head = HTTPResponse(status: .init(code: status), headerFields: headers)
        if let age { head.headerFields[.age] = "\(age.components.seconds)" }
        return head
    }
}

extension StoredResponse: CustomStringConvertible {
    /// The status and fields, without the values of those that are secret.
    public var description: String {
        let fields = headers.map { field in
            "\(field.name): \(SecretNames.standard.contains(field.name) ? SecretNames.replacement : field.value)"
        }
        return "\(status) [\(fields.joined(separator: ", "))] \(requestTime) \(responseTime) \(selectors)"
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let setCookie2 = Self("Set-Cookie2")!
}

extension StoredResponse {
    /// What the fields of an answer say to a cache.
    private final class Facts: Sendable {
        let directives: ResponseDirectives
        let date: Date?
        let initialAge: Duration

        init(_ stored: StoredResponse) {
            let fields = stored.headers
            directives = ResponseDirectives(fields)
            date = fields.value(of: .date).flatMap { HTTPDate.date(from: $0, now: stored.responseTime) }
            let delay = max(0, stored.responseTime.timeIntervalSince(stored.requestTime))
            // Of a list the first counts; what is no number is ignored (RFC 9111 §5.1).
            let told = fields.value(of: .age).flatMap { FieldList.elements(of: $0).first }
                .flatMap(DeltaSeconds.duration)
            // The date tells an age only by a clock that goes like the server's. It is asked where a cache on the way may have
            // kept the age for itself, as those of HTTP/1.0 do (RFC 9111 §4.2.3).
            let hops = FieldList.elements(of: fields.value(of: .via) ?? "")
            let isDoubtful = hops.contains { told == nil || $0.hasPrefix("1.0 ") || $0.hasPrefix("HTTP/1.0 ") }
            let apparent = isDoubtful ? date.map { max(0, stored.responseTime.timeIntervalSince($0)) } ?? 0 : 0
            initialAge = max(.seconds(apparent), (told ?? .zero) + .seconds(delay))
        }
    }

    /// Facts that were read already or not yet. That makes no difference between two answers.
    private final class Memo: Sendable, Hashable {
        private let known = Lock<Facts?>(nil)

        static func == (first: Memo, second: Memo) -> Bool { true }

        func hash(into hasher: inout Hasher) {}

        func callAsFunction(of stored: StoredResponse) -> Facts {
            if let known = known.withLock({ $0 }) { return known }
            let facts = Facts(stored)
            known.withLock { $0 = facts }
            return facts
        }
    }
}

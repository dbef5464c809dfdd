public import Foundation
import FreshetJSON

/// The details of a problem, as a server describes them in the body of an error response (RFC
/// 9457).
///
/// ```swift
/// switch error.kind {
/// case .status(.forbidden) where error.problem?.type == "https://bank.example/probs/out-of-credit": showTopUp()
/// default: show(error.localizedDescription)
/// }
/// ```
public struct ProblemDetails: Sendable, Hashable {
    /// The type of the problem, as a URI reference. Compare it as an identifier; it isn't
    /// necessarily a page to load. `about:blank` means that the status says everything.
    public let type: String
    /// A summary of this type of problem for people, which is the same for each occurrence.
    public let title: String?
    /// The status that the origin server set. An intermediary may have changed the status of the
    /// response itself.
    public let status: Int?
    /// An explanation of this occurrence, for people.
    public let detail: String?
    /// A URI reference that identifies this occurrence.
    public let instance: String?
    /// The JSON document, including members that the service adds.
    public let document: Data

    /// Reads the details from a JSON object; `nil` for any other document.
    ///
    /// Members that are missing, or that have another type than in RFC 9457, are ignored (§3.1).
    public init?(document: Data) {
        guard let members = try? FreshetJSONDecoder().decode(Members.self, from: document) else { return nil }
        type = members.type ?? "about:blank"
        title = members.title
        status = members.status
        detail = members.detail
        instance = members.instance
        self.document = document
    }

    /// Decodes members that the service adds to the document, such as `balance`.
    ///
    /// To decode them with another decoder, use ``document``.
    ///
    /// - Throws: A `DecodingError` if the document doesn't match the type.
    public func members<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try FreshetJSONDecoder(dates: .internet).decode(type, from: document)
    }

    private struct Members: Decodable {
        let type, title, detail, instance: String?
        let status: Int?

        private enum CodingKeys: CodingKey { case type, title, status, detail, instance }

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: CodingKeys.self)
            func text(_ key: CodingKeys) -> String? { try? members.decode(String.self, forKey: key) }
            type = text(.type)
            title = text(.title)
            detail = text(.detail)
            instance = text(.instance)
            status = try? members.decode(Int.self, forKey: .status)
        }
    }
}

public import Foundation
import FreshetJSON

/// The details of a problem, as a server describes it in the body of a refusal (RFC 9457).
///
/// ```swift
/// switch error.kind {
/// case .status(.forbidden) where error.problem?.type == "https://bank.example/probs/out-of-credit": showTopUp()
/// default: show(error.localizedDescription)
/// }
/// ```
public struct ProblemDetails: Sendable, Hashable {
    /// The kind of the problem, as a URI reference: an identifier to compare, not a page to load. `about:blank` means
    /// that the status says everything.
    public let type: String
    /// A summary of this kind of problem for people, the same for each occurrence.
    public let title: String?
    /// The status that the origin server gave the response. An intermediary may have changed that of the response
    /// itself.
    public let status: Int?
    /// An explanation of this occurrence for people.
    public let detail: String?
    /// A URI reference that identifies this occurrence.
    public let instance: String?
    /// The JSON document, with the members that the service adds.
    public let document: Data

    /// Reads the details from a JSON object; `nil` for another document.
    ///
    /// Members that are missing, or of another type than RFC 9457 gives them, are left out (§3.1).
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
    /// To read them with another decoder, decode ``document``.
    ///
    /// - Throws: A `DecodingError`.
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

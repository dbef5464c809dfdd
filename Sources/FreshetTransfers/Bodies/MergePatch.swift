public import FreshetCore

/// The change to one member of a resource, in a JSON Merge Patch.
///
/// The format is defined in RFC 7396.
///
/// ```swift
/// struct TicketPatch: Encodable {
///     var title: MergePatchMember<String> = .unchanged
///     var assignee: MergePatchMember<String> = .unchanged
/// }
///
/// let patch = RequestBody.mergePatch(TicketPatch(assignee: .removed))  // {"assignee":null}
/// ```
///
/// An optional property can't express all three: `nil` is left out of the document, so it never
/// removes the member.
public enum MergePatchMember<Value: Encodable>: Encodable {
    /// The member stays unchanged: it is left out of the document.
    case unchanged
    /// The member is removed: the document contains `null`.
    case removed
    /// The member is set. An object is merged with the existing one; any other value replaces it.
    case set(Value)

    /// Encodes the value, or `null`.
    ///
    /// - Throws: An `EncodingError` for ``unchanged``, which is only possible for a property of a
    ///   type.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        switch self {
        case .set(let value): try container.encode(value)
        case .removed: try container.encodeNil()
        case .unchanged:
            let context = EncodingError.Context(
                codingPath: encoder.codingPath, debugDescription: "Only a property can be left unchanged.")
            throw EncodingError.invalidValue(self, context)
        }
    }
}

extension MergePatchMember: Sendable where Value: Sendable {}
extension MergePatchMember: Equatable where Value: Equatable {}

extension KeyedEncodingContainer {
    /// Encodes a member of a JSON Merge Patch. Synthesised `encode(to:)` methods call it for a
    /// type's properties.
    ///
    /// - Throws: An `EncodingError`.
    public mutating func encode<Value>(_ member: MergePatchMember<Value>, forKey key: Key) throws {
        switch member {
        case .unchanged: break
        case .removed: try encodeNil(forKey: key)
        case .set(let value): try encode(value, forKey: key)
        }
    }
}

extension RequestBody {
    /// Returns a body with a JSON Merge Patch, which contains the members to change.
    ///
    /// The format is defined in RFC 7396. Arrays are replaced as a whole. To change single
    /// elements, use ``jsonPatch(_:encoder:)``.
    ///
    /// - Parameters:
    ///   - patch: The members to change. See ``MergePatchMember``.
    ///   - encoder: The encoder. `nil`, the default, uses ``Service/encoder``.
    public static func mergePatch(
        _ patch: some Encodable & Sendable, encoder: (any BodyEncoder)? = nil
    ) -> RequestBody {
        RequestBody(
            content: .bytes { try (encoder ?? $0).encode(patch) }, contentType: "application/merge-patch+json")
    }
}

public import FreshetCore

/// A member of a JSON Merge Patch (RFC 7396): the change of one member of the resource.
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
/// An optional property can't express both: `nil` is left out of the document, so that nothing is removed.
public enum MergePatchMember<Value: Encodable>: Encodable {
    /// The member stays as it is: the document does not have it.
    case unchanged
    /// The member is removed: the document has `null`.
    case removed
    /// The member is set. An object is merged with the one that is there, any other value replaces it.
    case set(Value)

    /// Writes the value, or `null`.
    ///
    /// - Throws: An `EncodingError` for ``unchanged``, which only a property can be.
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
    /// Writes a member of a JSON Merge Patch. The compiler calls it for the properties of a type.
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
    /// A body with a JSON Merge Patch (RFC 7396), which has the members that change.
    ///
    /// Arrays are replaced as a whole; ``jsonPatch(_:encoder:)`` changes single elements.
    ///
    /// - Parameters:
    ///   - patch: The members that change. See ``MergePatchMember``.
    ///   - encoder: The encoder. `nil`, the default, uses ``Service/encoder``.
    public static func mergePatch(
        _ patch: some Encodable & Sendable, encoder: (any BodyEncoder)? = nil
    ) -> RequestBody {
        RequestBody(
            content: .bytes { try (encoder ?? $0).encode(patch) }, contentType: "application/merge-patch+json")
    }
}

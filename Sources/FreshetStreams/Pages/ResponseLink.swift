/// A link in the `Link` field of a response, as defined in RFC 8288.
public struct ResponseLink: Sendable, Hashable {
    /// The absolute address of the target.
    public let target: String
    /// The absolute address of the link's context: the response itself, unless the link has an `anchor`.
    public let context: String
    /// The relation types in lower case, such as `next`.
    public let relations: [String]
    /// The other parameters, keyed by lowercase names such as `title`. If a name occurs several
    /// times, the first one counts.
    public let parameters: [String: String]
}

/// The links of a response, in order.
public struct ResponseLinks: Sendable, Hashable, RandomAccessCollection {
    private let links: [ResponseLink]
    private let address: String

    init(_ links: [ResponseLink], of address: String) {
        self.links = links
        self.address = address
    }

    /// The position of the first link.
    public var startIndex: Int { links.startIndex }
    /// The position after the last link.
    public var endIndex: Int { links.endIndex }
    /// Returns the link at a position.
    public subscript(position: Int) -> ResponseLink { links[position] }

    /// Returns the target of the response's first link with a relation type.
    ///
    /// Links whose `anchor` isn't the response's address are ignored.
    ///
    /// - Parameter relation: The relation type, such as `next`. Case is ignored.
    public subscript(relation: String) -> String? {
        let relation = relation.lowercased()
        return links.first { $0.context == address && $0.relations.contains(relation) }?.target
    }
}

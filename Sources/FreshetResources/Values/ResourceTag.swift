public import FreshetCore
import HTTPTypes

/// A label for resources that are invalidated together.
///
/// ```swift
/// static func play(_ id: Int) -> Self { Request("plays/\(id)").tagged(.id("play", id)) }
/// ```
///
/// A tag is a name, or a kind with an id: a bare `7` could be a movie, a person or a page.
public struct ResourceTag: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    private let kind: String
    private let id: String?

    /// Makes a tag from a name.
    public init(_ name: String) {
        kind = name
        id = nil
    }

    /// Makes a tag from a name.
    public init(stringLiteral name: String) { self.init(name) }

    private init(kind: String, id: String) {
        self.kind = kind
        self.id = id
    }

    /// The tag of the resources whose responses are in a group.
    init(_ group: CacheGroup) {
        self.init(kind: "cache group of \(group.origin.addressPrefix)", id: group.name)
    }

    /// The tag of the pages of a list.
    ///
    /// - Parameter first: The identity of the list's first request.
    init(pagesOf first: RequestIdentity) {
        self.init(kind: "page of a list", id: first.url)
    }

    /// The tag of one thing of a kind.
    ///
    /// - Parameters:
    ///   - kind: The kind, such as `movie`.
    ///   - id: The id, unique within its kind. Ids with the same description make the same tag.
    public static func id(_ kind: String, _ id: some CustomStringConvertible) -> ResourceTag {
        ResourceTag(kind: kind, id: id.description)
    }

    /// The tag as it is stored.
    var stored: String { id.map { "\(kind)\u{1F}\($0)" } ?? kind }

    init(stored: String) {
        // ASCII's unit separator, so that a space in a name isn't taken for the border between the kind and
        // the id.
        let parts = stored.split(separator: "\u{1F}", maxSplits: 1, omittingEmptySubsequences: false)
        kind = parts.first.map(String.init) ?? ""
        id = parts.count > 1 ? String(parts[1]) : nil
    }

    /// The name, or the kind and the id.
    public var description: String { id.map { "\(kind) \($0)" } ?? kind }
}

/// The tags of a request's resource: fixed ones, and those that depend on the value.
struct ResourceTags<Value: Sendable>: Sendable {
    var fixed: Set<ResourceTag> = []
    var ofValue: [@Sendable (Value) -> [ResourceTag]] = []

    func callAsFunction(of value: Value) -> Set<ResourceTag> {
        guard !ofValue.isEmpty else { return fixed }
        return ofValue.reduce(into: fixed) { $0.formUnion($1(value)) }
    }
}

extension Response {
    /// The tags of the groups to which the response belongs (`Cache-Groups`, RFC 9875).
    var groupTags: Set<ResourceTag> {
        // Few responses have the field.
        guard head.headerFields.value(of: .cacheGroups) != nil, let address = try? WebAddress(url.text) else {
            return []
        }
        return Set(CacheGroup.groups(of: head.headerFields, from: address.origin).map { ResourceTag($0) })
    }
}

private enum FixedTags: RequestOptionKey {
    static let defaultValue: Set<ResourceTag> = []
    static let sharing = OptionSharing<Set<ResourceTag>>.always
}

private enum TagsOfValue<Output: Sendable>: RequestOptionKey {
    static var defaultValue: ResourceTags<Output> { ResourceTags() }
    static var sharing: OptionSharing<ResourceTags<Output>> { .always }
}

extension Request {
    /// Returns the request with additional tags, by which its resource can be invalidated.
    public func tagged(_ tags: ResourceTag...) -> Self {
        var new = self
        new.options[FixedTags.self].formUnion(tags)
        return new
    }

    /// Returns the request with tags that depend on its value, such as one per movie in a list.
    ///
    /// ```swift
    /// static var rated: Self {
    ///     Request("rated").tagged("ratings").tagged { plays in plays.map { .id("play", $0.id) } }
    /// }
    /// ```
    ///
    /// Call it after `map`, which changes the type of the value: tags of the old type are lost.
    ///
    /// - Parameter tags: Returns the tags of a value. It runs on no particular thread, once per new
    ///   value.
    public func tagged(by tags: @escaping @Sendable (Value) -> [ResourceTag]) -> Self {
        var new = self
        new.options[TagsOfValue<Value>.self].ofValue.append(tags)
        return new
    }

    var resourceTags: ResourceTags<Value> {
        var tags = options[TagsOfValue<Value>.self]
        tags.fixed = options[FixedTags.self]
        return tags
    }
}

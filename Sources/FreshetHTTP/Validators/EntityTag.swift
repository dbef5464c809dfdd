/// An entity tag, which identifies one version of a resource (RFC 9110 §8.8.3).
package struct EntityTag: Sendable, Hashable {
    /// Whether the tag is weak, so that versions with the same tag may differ in their bytes.
    package let isWeak: Bool
    /// The name, including its quotes, unless the server left them out.
    package let name: String

    package init(_ name: String, isWeak: Bool = false) {
        self.name = name
        self.isWeak = isWeak
    }

    /// Reads a field with a single tag, such as `ETag`; `nil` if there is none or more than one.
    package init?(field: String) {
        let tags = Self.list(field)
        guard tags.count == 1 else { return nil }
        self = tags[0]
    }

    /// Reads a field that lists tags, such as `If-None-Match`. The first element that isn't a tag
    /// ends the list.
    package static func list(_ field: String) -> [EntityTag] {
        var tags: [EntityTag] = []
        var rest = Substring(field).utf8
        while true {
            rest = rest.drop { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: ",") }
            guard !rest.isEmpty, let tag = next(&rest) else { return tags }
            tags.append(tag)
        }
    }

    private static func next(_ rest: inout Substring.UTF8View) -> EntityTag? {
        let isWeak = rest.starts(with: "W/".utf8)
        if isWeak { rest = rest.dropFirst(2) }
        let end: Substring.Index
        if rest.first == UInt8(ascii: "\"") {
            // A backslash escapes nothing in a tag.
            guard let quote = rest.dropFirst().firstIndex(of: UInt8(ascii: "\"")) else { return nil }
            end = rest.index(after: quote)
        } else {
            end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
        }
        defer { rest = rest[end...] }
        let name = Substring(rest[..<end]).trimmingSuffix { $0 == " " || $0 == "\t" }
        return name.isEmpty ? nil : EntityTag(String(name), isWeak: isWeak)
    }

    /// Whether two tags match by weak comparison: their versions are equivalent (RFC 9110 §8.8.3.2).
    package func matchesWeakly(_ other: EntityTag) -> Bool { name == other.name }

    /// Whether two tags match by strong comparison: their versions have the same bytes.
    package func matchesStrongly(_ other: EntityTag) -> Bool { !isWeak && !other.isWeak && name == other.name }
}

extension Substring {
    fileprivate func trimmingSuffix(while isLeftOut: (Character) -> Bool) -> Substring {
        var text = self
        while let last = text.last, isLeftOut(last) { text.removeLast() }
        return text
    }
}

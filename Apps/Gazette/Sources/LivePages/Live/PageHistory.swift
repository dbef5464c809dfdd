/// The history of a page's parts: the number of the last change of each.
///
/// Each change gets the next number. A reader that names the number up to which it has seen all changes gets the later
/// ones, each once. The contents of parts are not stored.
package struct PageHistory {
    private struct Mark {
        let digest: Int
        let version: Int
    }

    private var marks: [String: Mark] = [:]
    /// The number of the latest change.
    package private(set) var version = 0

    /// Notes what a part contains now.
    ///
    /// - Returns: The number of the change that gave the part this content.
    package mutating func note(_ part: String, _ content: String) -> Int {
        var hasher = Hasher()
        var content = content
        content.withUTF8 { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
        let digest = hasher.finalize()
        if let mark = marks[part], mark.digest == digest { return mark.version }
        version += 1
        marks[part] = Mark(digest: digest, version: version)
        return version
    }

    /// Returns the parts that were noted before and are not among the given ones, sorted.
    package func parts(besides parts: Set<String>) -> [String] {
        marks.keys.filter { !parts.contains($0) }.sorted()
    }
}

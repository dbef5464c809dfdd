/// A mapping of keys to values, in the order of the document.
public final class DocumentMapping: Sendable {
    /// A key and its value.
    public struct Entry: Sendable {
        /// The key.
        public let key: String
        /// The location of the key.
        public let location: TextLocation
        /// The value.
        public let value: DocumentNode

        /// Makes an entry.
        public init(key: String, location: TextLocation, value: DocumentNode) {
            self.key = key
            self.location = location
            self.value = value
        }
    }

    /// The keys and values in order.
    public let entries: [Entry]
    /// The positions of the keys; empty for small mappings, which are searched faster without it.
    private let positions: [String: Int]

    /// Makes a mapping. If a key occurs twice, the first one counts.
    public init(_ entries: [Entry]) {
        self.entries = entries
        guard entries.count > 8 else {
            positions = [:]
            return
        }
        var positions: [String: Int] = [:]
        positions.reserveCapacity(entries.count)
        for (position, entry) in entries.enumerated() where positions[entry.key] == nil {
            positions[entry.key] = position
        }
        self.positions = positions
    }

    /// Returns the value of a key; `nil` if it is missing.
    public subscript(key: String) -> DocumentNode? {
        guard positions.isEmpty else { return positions[key].map { entries[$0].value } }
        return entries.first { $0.key == key }?.value
    }

    /// Returns the first entry whose key an earlier entry has as well.
    static func repeatedEntry(in entries: [Entry]) -> Entry? {
        var keys = Set<String>(minimumCapacity: entries.count)
        return entries.first { !keys.insert($0.key).inserted }
    }
}

/// The query of a request: named values, in the order in which they were added.
///
/// ```swift
/// let query: Query = ["q": "salt & pepper", "page": 2, "tags": ["a", "b"], "country": country]
/// ```
///
/// A `nil` value is left out, and an array adds one item per element. Everything except the
/// unreserved characters (RFC 3986 §2.3) is percent-encoded, so that `+ & # % " '`, spaces and
/// non-ASCII text reach the server unchanged.
public struct Query: Sendable, Hashable, ExpressibleByDictionaryLiteral {
    /// A query item: a name and a value, both unencoded.
    public struct Item: Sendable, Hashable {
        /// The name.
        public var name: String
        /// The value.
        public var value: String

        /// Makes an item.
        public init(name: String, value: String) {
            self.name = name
            self.value = value
        }
    }

    /// The items in order.
    public private(set) var items: [Item] = []

    /// Makes a query from items.
    public init(_ items: [Item] = []) {
        self.items = items
    }

    /// Makes a query from named values; `nil` values are left out.
    public init(dictionaryLiteral elements: (String, (any QueryValue)?)...) {
        for (name, value) in elements { append(name, value) }
    }

    /// Makes a query of named values in a dictionary, in the order of their names: equal dictionaries make equal queries.
    public init(_ values: [String: String]) {
        items = values.sorted { $0.key < $1.key }.map { Item(name: $0.key, value: $0.value) }
    }

    /// Appends a value; `nil` appends nothing.
    public mutating func append(_ name: String, _ value: (any QueryValue)?) {
        guard let value else { return }
        items += value.queryTexts.map { Item(name: name, value: $0) }
    }

    /// Appends all items of another query.
    public mutating func append(_ other: Query) {
        items += other.items
    }

    /// The items as `name=value` pairs joined by `&`; `nil` if there are none.
    package var encoded: String? {
        guard !items.isEmpty else { return nil }
        var text = ""
        for item in items {
            if !text.isEmpty { text.append("&") }
            PercentEncoding.append(item.name, to: &text)
            text.append("=")
            PercentEncoding.append(item.value, to: &text)
        }
        return text
    }
}

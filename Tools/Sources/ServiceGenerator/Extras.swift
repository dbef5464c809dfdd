public import OpenAPIDocuments

/// What a document doesn't say about an API, read from a file beside it.
///
/// ```yaml
/// pages:
///   listFilms: {cursor: {item: after, next: meta.next_cursor}}
///   listActors: {links: true}
///   search: {numbered: {item: page, page: page, pages: total_pages}}
/// patch: [updateFilm]
/// names: {get_films_v2: films}
/// ```
public struct Extras: Sendable {
    /// How the pages of a list are connected.
    enum Pages: Sendable {
        /// By the field `Link`.
        case links
        /// By addresses in members of a page.
        case addresses(next: String, previous: String?)
        /// By a cursor in a member, which is sent as a query item.
        case cursor(item: String, next: String, previous: String?)
        /// By numbers. The list ends at the last page, or else at a page without elements.
        case numbered(item: String, start: Int, page: String?, pages: String?, elements: String?)
        /// By the number of elements.
        case offset(item: String, elements: String?)

        /// The query item whose value is counted; `nil` if pages aren't counted.
        var countedItem: String? {
            switch self {
            case .numbered(let item, _, _, _, _), .offset(let item, _): item
            case .links, .addresses, .cursor: nil
            }
        }
    }

    /// The lists in pages, by the identifier of their operation.
    var pages: [String: Pages] = [:]
    /// The operations besides PATCH whose bodies can send null.
    var patch: Set<String> = []
    /// Names of functions, by the identifier of their operation.
    var names: [String: String] = [:]

    /// Makes extras that say nothing.
    public init() {}

    /// Reads extras.
    ///
    /// - Throws: A ``DocumentError`` with the location of the problem.
    public init(_ node: DocumentNode) throws(DocumentError) {
        guard let mapping = node.mapping else {
            throw DocumentError(.wrong, "The extras must be an object.", at: node.location)
        }
        for entry in mapping.entries {
            switch entry.key {
            case "pages":
                for list in entry.value.mapping?.entries ?? [] { pages[list.key] = try Self.pages(list.value) }
            case "patch": patch = Set(entry.value.list?.compactMap(\.scalarText) ?? [])
            case "names":
                for name in entry.value.mapping?.entries ?? [] { names[name.key] = name.value.string }
            default: throw DocumentError(.wrong, "The key \"\(entry.key)\" isn't known.", at: entry.location)
            }
        }
    }

    private static func pages(_ node: DocumentNode) throws(DocumentError) -> Pages {
        guard let entry = node.mapping?.entries.first, node.mapping?.entries.count == 1 else {
            throw DocumentError(.wrong, "Pages must be described by one key.", at: node.location)
        }
        let value = entry.value
        switch entry.key {
        case "links": return .links
        case "addresses":
            guard let next = value["next"]?.string else { break }
            return .addresses(next: next, previous: value["previous"]?.string)
        case "cursor":
            guard let item = value["item"]?.string, let next = value["next"]?.string else { break }
            return .cursor(item: item, next: next, previous: value["previous"]?.string)
        case "numbered":
            return .numbered(
                item: value["item"]?.string ?? "page", start: value["from"]?.integer ?? 1, page: value["page"]?.string,
                pages: value["pages"]?.string, elements: value["elements"]?.string)
        case "offset":
            return .offset(item: value["item"]?.string ?? "offset", elements: value["elements"]?.string)
        default: throw DocumentError(.wrong, "Pages can't be described by \"\(entry.key)\".", at: entry.location)
        }
        throw DocumentError(.wrong, "A key is missing in \"\(entry.key)\".", at: entry.location)
    }
}

import Foundation
import ReaderModels
import ReaderStorage

/// The addresses of lists of items.
struct FeedsAddress: Hashable, Sendable {
    var query = ItemQuery()

    init(_ query: ItemQuery = ItemQuery()) { self.query = query }

    /// Reads the list that an address of a page names.
    init(_ address: PageAddress) {
        if let feed = address["feed"].flatMap({ Int($0) }) {
            query.scope = .feed(feed)
        } else if let folder = address["folder"] {
            query.scope = .folder(folder)
        }
        query.selection = address["show"].flatMap(ItemQuery.Selection.init) ?? .unread
        query.words = address["q"]
    }

    /// The items of the query of an address.
    var values: [String: String] {
        var values = ["q": query.words ?? ""]
        switch query.scope {
        case .all: break
        case .folder(let name): values["folder"] = name
        case .feed(let id): values["feed"] = String(id)
        }
        if query.selection != .unread { values["show"] = query.selection.rawValue }
        return values
    }

    /// The address of the list.
    var link: String { PageAddress.link(["feeds"], values) }

    /// The address of an item of the list.
    func link(to item: Int) -> String { PageAddress.link(["feeds", "item", String(item)], values) }

    /// The address to which a form is posted that marks the list as read.
    ///
    /// - Parameters:
    ///   - last: The last item to mark; `nil` for all.
    ///   - date: When the list was loaded: what has come since stays unread.
    func readLink(downTo last: Int? = nil, asOf date: Date) -> String {
        var values = values
        values["down"] = last.map(String.init)
        values["at"] = String(date.timeIntervalSince1970)
        return PageAddress.link(["feeds", "read"], values)
    }

    /// The same list of other feeds or items.
    func with(_ scope: ItemQuery.Scope? = nil, _ selection: ItemQuery.Selection? = nil) -> FeedsAddress {
        var query = ItemQuery()
        query.scope = scope ?? self.query.scope
        query.selection = selection ?? self.query.selection
        return FeedsAddress(query)
    }
}

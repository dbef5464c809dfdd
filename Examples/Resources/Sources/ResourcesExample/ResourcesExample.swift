// A list, a detail and a search, each a model of a resource: shared, cached, and fetched again after a change.

import Freshet
import FreshetResources
import FreshetTesting

@main
@MainActor
struct ResourcesExample {
    static let library = Client(Library(), transport: server, cache: nil)

    static func main() async throws {
        print("A list, in two places: one request")
        let list = ResourceModel(library.resource(.books))
        let menu = ResourceModel(library.resource(.books).map(\.count))
        list.start()
        menu.start()
        try await eventually { list.value != nil && menu.value != nil }
        print("  \(titles(list.value)), \(menu.value ?? 0) in all")
        printRequests()

        print("A detail, and back to it: shown at once")
        let detail = ResourceModel(library.resource(.book(2)))
        detail.start()
        try await eventually { detail.value != nil }
        detail.stop()
        let again = ResourceModel(library.resource(.book(2)))
        print("  \(again.value?.title ?? "nothing"), \(again.isStale ? "stale" : "fresh")")
        printRequests()

        print("A change that is shown at once, and an invalidation of all that has the book")
        library.resource(.book(2)).update { $0.title = "Solaris, read" }
        again.start()
        print("  \(again.value?.title ?? "nothing")")
        library.resources.invalidate(.id("book", 2))
        try await eventually { again.value?.title == "Solaris" && !list.isStale && server.requests.count == 4 }
        print("  \(again.value?.title ?? "nothing")")
        printRequests()

        print("An edit that is shown at once, and goes when the server refuses it")
        let edit = WriteModel(library) {
            .rename(2, to: $0)
        } plan: { title, write in
            write.update(.book(2)) { $0.title = title }
        }
        edit.start("Solaris, bought")
        try await eventually { again.pendingChanges == 1 }
        print("  \(again.value?.title ?? "nothing")")
        held["edit"]?.open()
        try await eventually {
            !edit.isRunning && again.pendingChanges == 0 && !again.isStale && server.requests.count == 6
        }
        print("  \(again.value?.title ?? "nothing"), refused with \(edit.error?.response?.head.status.code ?? 0)")
        printRequests()

        print("A list without end: one page more when a user asks for it")
        let shelf = ListModel { (_: Bool) in library.window(on: .shelf) { WindowPage($0.books) } }
        shelf.show(true)
        try await eventually { shelf.isLoaded }
        print("  \(titles(shelf.items))\(shelf.hasMore ? ", and more" : "")")
        shelf.loadMore()
        try await eventually { !shelf.hasMore }
        print("  \(titles(shelf.items))")
        printRequests()

        print("A search: the results before stay until there are others")
        let search = ResourceModel<[Book]>()
        search.start()
        for text in ["sol", "kin"] {
            search.show(library.resource(.search(text)))
            print("  \(text): \(titles(search.value))\(search.isPrevious ? ", from before" : "")")
            held[text]?.open()
            try await eventually { search.value != nil && !search.isPrevious }
            print("  \(text): \(titles(search.value))")
        }
        printRequests()
    }

    private static func printRequests() { print("  \(server.requests.count) sent") }

    private static func titles(_ books: [Book]?) -> String {
        books.map { $0.map(\.title).joined(separator: ", ") } ?? "nothing"
    }
}

import Foundation
import Freshet
import FreshetCombine
import Support

@main @MainActor
enum OperatorsExample {
    static func main() async throws {
        try await EmulatedServices.run { services in
            let movies = Client(Movies(), transport: services.transport, cache: nil)
            let stories = Client(Stories(), transport: services.transport, cache: nil)

            let controller = ConfigModelController(movies)
            print("Configuration: \(controller.config.images.secureBaseUrl)")
            controller.update()
            print("Configuration: \(try await controller.$config.nextValue().images.secureBaseUrl)")

            let list = ItemListViewModel(stories)
            list.load()
            print("\n\(try await list.$items.nextValue().count) items, the first: \(list.items.first?.title ?? "none")")
            print("The newest: \(try await newestItem(stories).firstValue().title)")

            print("\nOne state, step by step")
            for request in [Request<Stories, NetworkResponse>.allItems, .search(for: "no such thing")] {
                let loadable = LoadableItemList(stories, request)
                loadable.load()
                let steps = loadable.$state.sink { print("  \(describe($0))") }
                _ = try await loadable.$state.first { $0.value != nil || $0.error != nil }.firstValue()
                steps.cancel()
            }

            print("\nA search that remembers")
            let search = ItemSearch(stories)
            for query in ["linux", "  Linux ", "", "swift"] {
                let result = try await search.searchForItems(matching: query).convertToResult().firstValue()
                print("  \"\(query)\": \(describe(result)), \(search.requestCount) requests so far")
            }

            // All requests after this line fail, since the services are stopped.
            await services.stop()
            controller.update()
            list.load()
            let error = try await list.$error.compactMap(\.self).firstValue()
            print("\nAfter a failed reload: \(list.items.count) items, and \(error.localizedDescription)")
            print("After a failed update: \(controller.config.images.secureBaseUrl)")
        }
    }

    static func describe(_ state: LoadingState<[Item]>) -> String {
        switch state {
        case .idle: "idle"
        case .loading: "loading"
        case .loaded(let items): "loaded \(items.count) items"
        case .failed(let error): "failed: \(error.localizedDescription)"
        }
    }

    static func describe(_ result: Result<[Item], SearchError>) -> String {
        switch result {
        case .success(let items): "\(items.count) items"
        case .failure(let error): error.localizedDescription
        }
    }
}

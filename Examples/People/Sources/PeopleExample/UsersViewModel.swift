import Foundation
import FreshetCombine

protocol Filterable {
    var filterField: String { get }
}

extension User: Filterable {
    var filterField: String { username }
}

/// A list with a filter: `elements` are the elements whose filter field contains the filter's text.
@propertyWrapper
struct Filtered<Element: Filterable> {
    var wrappedValue: [Element]
    var filter = ""

    var projectedValue: Filtered {
        get { self }
        set { self = newValue }
    }

    var elements: [Element] {
        filter.isEmpty ? wrappedValue : wrappedValue.filter { $0.filterField.localizedCaseInsensitiveContains(filter) }
    }
}

final class UsersViewModel: ObservableObject {
    @Published var searchText = ""
    @Published private(set) var users: [User] = []
    @Published private(set) var error: FetchError?

    @Filtered private var all: [User] = []
    private let loader: Loader<[User]>
    private var subscriptions = Set<AnyCancellable>()

    init(_ people: Client<People>) {
        loader = Loader { people.usersWithAlbums() }
        // Both publishers are subscribed once, in the initialiser. A method that subscribes would repeat every effect
        // when it is called again (T30), and subscriptions that are discarded by `_ =` would be cancelled at once
        // (T29).
        loader.$state
            .sink { [weak self] state in
                self?.error = state.error as? FetchError
                if let users = state.value { self?.show { $0.wrappedValue = users } }
            }
            .store(in: &subscriptions)
        $searchText
            .dropFirst()
            .sink { [weak self] text in self?.show { $0.filter = text } }
            .store(in: &subscriptions)
    }

    /// Loads the users when the button is tapped. A tap during the load has no effect (T71).
    func showUsers() {
        if !loader.state.isLoading { loader.load() }
    }

    private func show(_ change: (inout Filtered<User>) -> Void) {
        change(&$all)
        users = $all.elements
    }
}

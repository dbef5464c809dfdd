import AppleUI
import Freshet
import FreshetCombine

// The screens of the tutorial, on the model that its tests are of.

struct Catalogue: Service {
    let baseURL = "https://movies.example/v1"
}

struct Movie: Decodable, Sendable, Identifiable {
    let id: Int
    let title: String
    let year: Int
}

struct MoviePage: Decodable, Sendable {
    let movies: [Movie]
}

extension Request where API == Catalogue, Value == MoviePage {
    static func popular(page: Int = 1) -> Self { Request("movies/popular", query: ["page": page]) }
    static func search(_ text: String) -> Self { Request("movies/search", query: ["q": text]) }
}

final class MovieSearch: ObservableObject {
    @Published var text = ""
    @Published private(set) var movies = LoadingState<[Movie]>.idle

    init(_ catalogue: Client<Catalogue>, scheduler: AnyScheduler = .main) {
        $text
            .debounce(for: .milliseconds(300), scheduler: scheduler)
            .removeDuplicates()
            .latest { text in catalogue.publisher(for: text.isEmpty ? .popular() : .search(text)) }
            .map { state in state.map(\.movies) }
            .receive(on: scheduler)
            .assign(to: &$movies)
    }
}

struct MovieScreen: View {
    @StateObject private var search: MovieSearch

    init(_ catalogue: Client<Catalogue>) {
        _search = StateObject(wrappedValue: MovieSearch(catalogue))
    }

    var body: some View {
        List {
            switch search.movies {
            case .idle, .loading: ProgressView()
            case .failed(let error): Text(error.localizedDescription)
            case .loaded(let movies) where movies.isEmpty: Text("No movies.")
            case .loaded(let movies): ForEach(movies) { Text("\($0.title) (\(String($0.year)))") }
            }
        }
        .searchable(text: $search.text, prompt: "Search the movies")
    }
}

final class MovieController: UITableViewController, UISearchResultsUpdating {
    private let search: MovieSearch
    private var rows: [String] = []
    private var changes: AnyCancellable?

    init(_ catalogue: Client<Catalogue>) {
        search = MovieSearch(catalogue)
        super.init(style: .plain)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "movie")
        let field = UISearchController(searchResultsController: nil)
        field.searchResultsUpdater = self
        navigationItem.searchController = field
        changes = search.$movies.sink { [weak self] movies in self?.show(movies) }
    }

    func updateSearchResults(for searchController: UISearchController) {
        search.text = searchController.searchBar.text ?? ""
    }

    private func show(_ movies: LoadingState<[Movie]>) {
        switch movies {
        case .idle, .loading: rows = ["Loading…"]
        case .failed(let error): rows = [error.localizedDescription]
        case .loaded(let movies): rows = movies.isEmpty ? ["No movies."] : movies.map { "\($0.title) (\($0.year))" }
        }
        tableView.reloadData()
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { rows.count }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "movie", for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = rows[indexPath.row]
        cell.contentConfiguration = content
        return cell
    }
}

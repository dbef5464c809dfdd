import Freshet
import FreshetCombine
import UIKit

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

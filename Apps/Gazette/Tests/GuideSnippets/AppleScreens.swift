import AppleUI
import Freshet
import FreshetCombine
import NewsAPI
import ReaderModels

// The code of the guide "One view model, four screens" for Apple's screens.

struct SourcesScreen: View {
    @StateObject private var model: SourcesViewModel

    init(_ news: Client<NewsAPI>) {
        _model = StateObject(wrappedValue: SourcesViewModel(news))
    }

    var body: some View {
        List {
            if model.sources.isFetching {
                ProgressView()
            }
            if let error = model.sources.error {
                Text(error.localizedDescription)
                Button("Try again") { model.retry() }
            }
            ForEach(model.sources.value ?? []) { source in
                Text(source.name ?? "")
            }
        }
        .searchable(text: $model.searchText, prompt: "Name of a source")
        .onAppear { model.start() }
    }
}

final class SourcesController: UITableViewController, UISearchResultsUpdating {
    private let model: SourcesViewModel
    private var changes: AnyCancellable?

    init(_ news: Client<NewsAPI>) {
        model = SourcesViewModel(news)
        super.init(style: .plain)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "source")
        let search = UISearchController(searchResultsController: nil)
        search.searchResultsUpdater = self
        navigationItem.searchController = search
        // A published property reports a change just before it; one turn of the main queue later it has the new value.
        changes = model.objectWillChange.receive(on: DispatchQueue.main)
            .sink { [weak self] _ in self?.tableView.reloadData() }
        model.start()
    }

    func updateSearchResults(for searchController: UISearchController) {
        model.searchText = searchController.searchBar.text ?? ""
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        model.sources.value?.count ?? 0
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "source", for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = model.sources.value?[indexPath.row].name
        cell.contentConfiguration = content
        return cell
    }
}

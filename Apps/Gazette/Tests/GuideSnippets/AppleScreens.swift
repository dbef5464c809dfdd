import AppleUI
import Freshet
import FreshetCombine

// The code of the guide "MVVM with SwiftUI and UIKit" for Apple's screens.

struct HeadlinesScreen: View {
    @StateObject private var model: HeadlinesModel

    init(_ news: Client<News>) {
        _model = StateObject(wrappedValue: HeadlinesModel(news))
    }

    var body: some View {
        List {
            if model.headlines.isFetching {
                ProgressView()
            }
            if let error = model.headlines.error {
                Text(error.localizedDescription)
                Button("Try again") { model.load() }
            }
            ForEach(model.headlines.value ?? []) { article in
                Text(article.headline)
            }
        }
        .searchable(text: $model.searchText, prompt: "Search the headlines")
        .onAppear { model.load() }
    }
}

final class HeadlinesController: UITableViewController, UISearchResultsUpdating {
    private let model: HeadlinesModel
    private var changes: AnyCancellable?

    init(_ news: Client<News>) {
        model = HeadlinesModel(news)
        super.init(style: .plain)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        tableView.register(UITableViewCell.self, forCellReuseIdentifier: "headline")
        let search = UISearchController(searchResultsController: nil)
        search.searchResultsUpdater = self
        navigationItem.searchController = search
        // A published property reports a change just before it; one turn of the main queue later it has the new value.
        changes = model.objectWillChange.receive(on: DispatchQueue.main)
            .sink { [weak self] _ in self?.tableView.reloadData() }
        model.load()
    }

    func updateSearchResults(for searchController: UISearchController) {
        model.searchText = searchController.searchBar.text ?? ""
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        model.headlines.value?.count ?? 0
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: "headline", for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = model.headlines.value?[indexPath.row].headline
        cell.contentConfiguration = content
        return cell
    }
}

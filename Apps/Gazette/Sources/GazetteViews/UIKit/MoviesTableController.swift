public import AppleUI
import FreshetCombine
import ReaderModels
import TMDb

/// The upcoming movies in a table, with an activity indicator while anything is fetched.
public final class MoviesTableController: UITableViewController {
    private let model: MoviesViewModel
    let indicator = UIActivityIndicatorView(style: .medium)
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the screen. Nothing is requested before it is shown.
    public init(_ tools: ReaderTools) {
        model = MoviesViewModel(tools.clients.movies, list: .upcoming)
        super.init(style: .plain)
    }

    /// Returns `nil`: the controller is not made from an archive.
    public required init?(coder: NSCoder) { nil }

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = model.title
        registerCells()
        navigationItem.rightBarButtonItem = UIBarButtonItem(customView: indicator)
        refreshByPulling { [model] in model.movies.reload() }
        model.onChange { [weak self] in self?.render() }.store(in: &subscriptions)
        model.start()
    }

    private func render() {
        tableView.reloadData()
        if model.isFetchingData {
            indicator.startAnimating()
        } else {
            indicator.stopAnimating()
            refreshControl?.endRefreshing()
        }
        showFailure(
            model.movies.selectedError, retry: { [model] in model.retry() },
            dismiss: { [model] in model.movies.dismissError() })
    }

    // MARK: - Rows

    public override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        model.movies.items.count
    }

    public override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let movie = model.movies.items[indexPath.row]
        return cell(at: indexPath, text: movie.title, secondary: movie.rowFacts())
    }

    public override func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {
        model.movies.loadMore(at: model.movies.items[indexPath.row])
    }
}

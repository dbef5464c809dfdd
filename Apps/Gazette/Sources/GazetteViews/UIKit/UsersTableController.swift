public import AppleUI
import FreshetCombine
import JSONPlaceholder
import ReaderModels

/// The users in a table with a search controller; a row opens the pictures of the user's first album.
public final class UsersTableController: UITableViewController, UISearchResultsUpdating {
    private let model: UsersViewModel
    private let pictures: ImageStore
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the screen. Nothing is requested before it is shown.
    public init(_ tools: ReaderTools) {
        model = UsersViewModel(tools.clients.people)
        pictures = tools.peoplePictures
        super.init(style: .plain)
    }

    /// Returns `nil`: the controller is not made from an archive.
    public required init?(coder: NSCoder) { nil }

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = ReaderSection.people.title
        registerCells()
        let search = UISearchController(searchResultsController: nil)
        search.searchResultsUpdater = self
        search.obscuresBackgroundDuringPresentation = false
        search.searchBar.placeholder = Words.peopleFields
        navigationItem.searchController = search
        refreshByPulling { [model] in model.retry() }
        model.onChange { [weak self] in self?.render() }.store(in: &subscriptions)
        model.load()
    }

    public override func viewWillAppear(_ animated: Bool) {
        super.viewWillAppear(animated)
        // Going back closes the open user, so that the same row can be opened again.
        model.close()
    }

    /// Filters the users by the typed text.
    public func updateSearchResults(for searchController: UISearchController) {
        model.searchText = searchController.searchBar.text ?? model.searchText
    }

    private var people: [JSONPlaceholder.Person] { model.people.value ?? [] }

    private func render() {
        tableView.reloadData()
        if !model.people.isFetching { refreshControl?.endRefreshing() }
        showFailure(
            model.selectedError, retry: { [model] in model.retry() }, dismiss: { [model] in model.dismissError() })
        if let person = model.opened, navigationController?.topViewController === self {
            let screen = PicturesTableController(PicturesViewModel(person.album(nil), store: pictures))
            navigationController?.pushViewController(screen, animated: true)
        }
    }

    // MARK: - Rows

    public override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        people.count
    }

    public override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let person = people[indexPath.row]
        return cell(at: indexPath, text: person.user.username, secondary: person.facts)
    }

    public override func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {
        tableView.deselectRow(at: indexPath, animated: true)
        model.open(people[indexPath.row].id)
    }
}

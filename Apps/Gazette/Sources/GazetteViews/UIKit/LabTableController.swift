public import AppleUI
import FreshetCombine
import ReaderModels

/// The networking lab in a table: each row binds a label and two buttons to what it fetches.
public final class LabTableController: UITableViewController {
    private let model: MealsViewModel
    private let indicator = UIActivityIndicatorView(style: .medium)
    // The rows are few and fixed, so the cells and their bindings are made once.
    private var cells: [LabCell] = []
    private var subscriptions = Set<AnyCancellable>()

    /// Makes the screen. Nothing is requested before it is shown.
    public init(_ tools: ReaderTools) {
        model = MealsViewModel(tools.clients.meals)
        super.init(style: .insetGrouped)
    }

    /// Returns `nil`: the controller is not made from an archive.
    public required init?(coder: NSCoder) { nil }

    public override func viewDidLoad() {
        super.viewDidLoad()
        title = ReaderSection.lab.title
        navigationItem.rightBarButtonItem = UIBarButtonItem(customView: indicator)
        cells = model.rows.map { row in
            LabCell(row) { [weak self] in self?.explain(row) }
        }
        model.onChange { [weak self] in self?.render() }.store(in: &subscriptions)
    }

    public override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        model.cancelAll()
    }

    private func render() {
        if model.isLoading { indicator.startAnimating() } else { indicator.stopAnimating() }
    }

    private func explain(_ row: LabRow) {
        let alert = UIAlertController(title: Words.info, message: row.info, preferredStyle: .alert)
        alert.addAction(UIAlertAction(title: Words.ok, style: .cancel))
        present(alert, animated: true)
    }

    // MARK: - Rows

    public override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        cells.count
    }

    public override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        cells[indexPath.row]
    }
}

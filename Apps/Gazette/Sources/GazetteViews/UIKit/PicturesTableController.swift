import AppleUI
import FreshetCombine
import JSONPlaceholder
import ReaderModels

/// The pictures of an album, each shown as it arrives.
final class PicturesTableController: UITableViewController {
    private let model: PicturesViewModel
    private var subscriptions = Set<AnyCancellable>()

    init(_ model: PicturesViewModel) {
        self.model = model
        super.init(style: .plain)
    }

    required init?(coder: NSCoder) { nil }

    override func viewDidLoad() {
        super.viewDidLoad()
        title = model.title
        registerCells()
        model.onChange { [weak self] in self?.tableView.reloadData() }.store(in: &subscriptions)
        model.load()
    }

    override func viewDidDisappear(_ animated: Bool) {
        super.viewDidDisappear(animated)
        model.cancel()
    }

    override func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int {
        model.pictures.count
    }

    override func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        let picture = model.pictures[indexPath.row]
        return cell(
            at: indexPath, text: picture.photo.title, secondary: nil,
            image: picture.state.value.flatMap { UIImage(data: $0.bytes) })
    }
}

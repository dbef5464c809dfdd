import AppleUI
import FreshetCombine
import ReaderModels

// What the tables have in common.

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Calls back after the outputs have changed, several changes at once.
    @MainActor
    func onChange(_ render: @escaping () -> Void) -> AnyCancellable {
        objectWillChange.receive(on: AnyScheduler.main).sink { _ in render() }
    }
}

extension UITableViewController {
    /// The one kind of cell that tables use, by its name.
    static var cellName: String { String(describing: UITableViewCell.self) }

    func registerCells() { tableView.register(UITableViewCell.self, forCellReuseIdentifier: Self.cellName) }

    /// A cell with texts and a picture.
    func cell(at indexPath: IndexPath, text: String, secondary: String?, image: UIImage? = nil) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: Self.cellName, for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = text
        content.secondaryText = secondary
        content.image = image
        cell.contentConfiguration = content
        return cell
    }

    /// Refreshes by pulling.
    func refreshByPulling(_ refresh: @escaping () -> Void) {
        let control = UIRefreshControl()
        control.addAction(UIAction { _ in refresh() }, for: .valueChanged)
        refreshControl = control
    }

    /// Shows a failure in an alert, unless one is open.
    func showFailure(_ error: SelectedError?, retry: @escaping () -> Void, dismiss: @escaping () -> Void) {
        guard let error, presentedViewController == nil else { return }
        let alert = UIAlertController(title: Words.error, message: error.message, preferredStyle: .alert)
        if error.offersRetry {
            alert.addAction(UIAlertAction(title: Words.tryAgain, style: .default) { _ in retry() })
        }
        alert.addAction(UIAlertAction(title: Words.ok, style: .cancel) { _ in dismiss() })
        present(alert, animated: true)
    }
}

import AppleUI
import FreshetCombine
import ReaderModels

// Shared helpers of the table screens.

extension ObservableObject where ObjectWillChangePublisher == ObservableObjectPublisher {
    /// Calls a function on the main queue after each change of the outputs.
    @MainActor
    func onChange(_ render: @escaping () -> Void) -> AnyCancellable {
        objectWillChange.receive(on: AnyScheduler.main).sink { _ in render() }
    }
}

extension UITableViewController {
    /// The reuse identifier of the only cell type in the tables.
    static var cellName: String { String(describing: UITableViewCell.self) }

    func registerCells() { tableView.register(UITableViewCell.self, forCellReuseIdentifier: Self.cellName) }

    /// Returns a cell with texts and a picture.
    func cell(at indexPath: IndexPath, text: String, secondary: String?, image: UIImage? = nil) -> UITableViewCell {
        let cell = tableView.dequeueReusableCell(withIdentifier: Self.cellName, for: indexPath)
        var content = cell.defaultContentConfiguration()
        content.text = text
        content.secondaryText = secondary
        content.image = image
        cell.contentConfiguration = content
        return cell
    }

    /// Adds a refresh control that calls a function.
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

import AppleUI
import FreshetCombine
import ReaderModels

/// A row of the lab: its title, its status, and buttons that fetch, cancel and explain.
final class LabCell: UITableViewCell {
    let status = UILabel(frame: .zero)
    let fetch: UIButton
    let cancel: UIButton
    private var subscriptions = Set<AnyCancellable>()

    init(_ row: LabRow, explain: @escaping () -> Void) {
        fetch = UIButton(type: .system, primaryAction: UIAction(title: Words.fetch) { _ in row.fetch() })
        cancel = UIButton(type: .system, primaryAction: UIAction(title: Words.cancel) { _ in row.cancel() })
        super.init(style: .default, reuseIdentifier: nil)
        selectionStyle = .none
        layOut(row.title, explain)
        bind(row)
    }

    required init?(coder: NSCoder) { nil }

    private func bind(_ row: LabRow) {
        row.$text.map(Optional.some).assign(to: \.text, on: status).store(in: &subscriptions)
        row.$status.map(\.canFetch).assign(to: \.isEnabled, on: fetch).store(in: &subscriptions)
        row.$status.map(\.canCancel).assign(to: \.isEnabled, on: cancel).store(in: &subscriptions)
    }

    private func layOut(_ text: String, _ explain: @escaping () -> Void) {
        let title = UILabel(frame: .zero)
        title.text = text
        title.font = .preferredFont(forTextStyle: .headline)
        status.textColor = .secondaryLabel
        status.numberOfLines = 0
        let info = UIButton(type: .infoLight, primaryAction: UIAction { _ in explain() })
        info.accessibilityLabel = Words.info
        let head = UIStackView(arrangedSubviews: [title, info])
        let buttons = UIStackView(arrangedSubviews: [fetch, cancel])
        buttons.spacing = LabCell.gap
        let stack = UIStackView(arrangedSubviews: [head, status, buttons])
        stack.axis = .vertical
        stack.spacing = LabCell.gap
        stack.translatesAutoresizingMaskIntoConstraints = false
        contentView.addSubview(stack)
        let margins = contentView.layoutMarginsGuide
        stack.leadingAnchor.constraint(equalTo: margins.leadingAnchor).isActive = true
        stack.trailingAnchor.constraint(equalTo: margins.trailingAnchor).isActive = true
        stack.topAnchor.constraint(equalTo: margins.topAnchor).isActive = true
        stack.bottomAnchor.constraint(equalTo: margins.bottomAnchor).isActive = true
    }

    private static let gap: CGFloat = 8
}

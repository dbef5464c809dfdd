// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if !os(watchOS)
public import Foundation

// https://developer.apple.com/documentation/uikit/uitableview
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UITableView: UIView {
    // https://developer.apple.com/documentation/uikit/uitableview/style-swift.enum
    public enum Style: Int, Sendable {
        // https://developer.apple.com/documentation/uikit/uitableview/style-swift.enum/plain
        case plain = 0
        // https://developer.apple.com/documentation/uikit/uitableview/style-swift.enum/grouped
        case grouped = 1
        // https://developer.apple.com/documentation/uikit/uitableview/style-swift.enum/insetgrouped
        @available(iOS 13.0, *)
        @available(tvOS, unavailable)
        case insetGrouped = 2
    }

    // https://developer.apple.com/documentation/uikit/uitableview/reloaddata()
    open func reloadData() {}
    // https://developer.apple.com/documentation/uikit/uitableview/deselectrow(at:animated:)
    open func deselectRow(at indexPath: IndexPath, animated: Bool) {}
    // https://developer.apple.com/documentation/uikit/uitableview
    @available(iOS 6.0, tvOS 9.0, *)
    open func register(_ cellClass: AnyClass?, forCellReuseIdentifier identifier: String) {}
    // https://developer.apple.com/documentation/uikit/uitableview/dequeuereusablecell(withidentifier:for:)
    @available(iOS 6.0, tvOS 9.0, *)
    open func dequeueReusableCell(withIdentifier identifier: String, for indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: identifier)
    }
}

// https://developer.apple.com/documentation/uikit/uitableviewcell
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UITableViewCell: UIView {
    // https://developer.apple.com/documentation/uikit/uitableviewcell/cellstyle
    public enum CellStyle: Int, Sendable {
        // https://developer.apple.com/documentation/uikit/uitableviewcell/cellstyle/default
        case `default` = 0
    }

    // https://developer.apple.com/documentation/uikit/uitableviewcell/selectionstyle-swift.enum
    public enum SelectionStyle: Int, Sendable {
        // https://developer.apple.com/documentation/uikit/uitableviewcell/selectionstyle-swift.enum/none
        case none = 0
        // https://developer.apple.com/documentation/uikit/uitableviewcell/selectionstyle-swift.enum/default
        case `default` = 3
    }

    // https://developer.apple.com/documentation/uikit/uitableviewcell/contentconfiguration
    @available(iOS 14.0, tvOS 14.0, *)
    open var contentConfiguration: (any UIContentConfiguration)? {
        get { configuration }
        set { configuration = newValue }
    }
    // https://developer.apple.com/documentation/uikit/uitableviewcell/contentview
    open var contentView: UIView { content }
    // https://developer.apple.com/documentation/uikit/uitableviewcell/selectionstyle-swift.property
    open var selectionStyle = SelectionStyle.default

    private let content = UIView(frame: .zero)
    private var configuration: (any UIContentConfiguration)?

    // https://developer.apple.com/documentation/uikit/uitableviewcell/init(style:reuseidentifier:)
    @available(iOS 3.0, tvOS 9.0, *)
    public init(style: CellStyle, reuseIdentifier: String?) { super.init(frame: .zero) }
    // https://developer.apple.com/documentation/uikit/uitableviewcell/init(coder:)
    public required init?(coder: NSCoder) { nil }

    // https://developer.apple.com/documentation/uikit/uitableviewcell/defaultcontentconfiguration()
    @available(iOS 14.0, tvOS 14.0, *)
    open func defaultContentConfiguration() -> UIListContentConfiguration { UIListContentConfiguration() }
}

// https://developer.apple.com/documentation/uikit/uicontentconfiguration
@available(iOS 14.0, tvOS 14.0, *)
@MainActor @preconcurrency
public protocol UIContentConfiguration {}

// https://developer.apple.com/documentation/uikit/uilistcontentconfiguration
@available(iOS 14.0, tvOS 14.0, *)
public struct UIListContentConfiguration: UIContentConfiguration {
    // https://developer.apple.com/documentation/uikit/uilistcontentconfiguration/text
    public var text: String?
    // https://developer.apple.com/documentation/uikit/uilistcontentconfiguration/secondarytext
    public var secondaryText: String?
    // https://developer.apple.com/documentation/uikit/uilistcontentconfiguration/image
    public var image: UIImage?

    nonisolated init() {}
}

// https://developer.apple.com/documentation/uikit/uitableviewcontroller
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UITableViewController: UIViewController {
    // https://developer.apple.com/documentation/uikit/uitableviewcontroller/init(style:)
    public init(style: UITableView.Style) { super.init(nibName: nil, bundle: nil) }
    // https://developer.apple.com/documentation/uikit/uitableviewcontroller/init(coder:)
    public required init?(coder: NSCoder) { nil }

    // https://developer.apple.com/documentation/uikit/uitableviewcontroller/tableview
    open var tableView: UITableView! = UITableView(frame: .zero)
    #if !os(tvOS)
    // https://developer.apple.com/documentation/uikit/uitableviewcontroller/refreshcontrol
    @available(iOS 6.0, *)
    open var refreshControl: UIRefreshControl?
    #endif

    // https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:numberofrowsinsection:)
    open func tableView(_ tableView: UITableView, numberOfRowsInSection section: Int) -> Int { 0 }
    // https://developer.apple.com/documentation/uikit/uitableviewdatasource/tableview(_:cellforrowat:)
    open func tableView(_ tableView: UITableView, cellForRowAt indexPath: IndexPath) -> UITableViewCell {
        UITableViewCell(style: .default, reuseIdentifier: nil)
    }
    // https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:didselectrowat:)
    open func tableView(_ tableView: UITableView, didSelectRowAt indexPath: IndexPath) {}
    // https://developer.apple.com/documentation/uikit/uitableviewdelegate/tableview(_:willdisplay:forrowat:)
    open func tableView(
        _ tableView: UITableView, willDisplay cell: UITableViewCell, forRowAt indexPath: IndexPath
    ) {}
}

extension IndexPath {
    // https://developer.apple.com/documentation/foundation/indexpath/init(row:section:)
    public init(row: Int, section: Int) { self.init(indexes: [section, row]) }
    // https://developer.apple.com/documentation/foundation/indexpath/row
    public var row: Int {
        get { self[1] }
        set { self[1] = newValue }
    }
}
#endif

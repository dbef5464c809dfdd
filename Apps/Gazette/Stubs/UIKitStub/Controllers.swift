// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if !os(watchOS)
public import Foundation

// UIKit, as far as the views of Gazette use it: Apple's names, isolation and availability. On Linux and macOS the
// views are built on these declarations; nothing is drawn. For Apple's other platforms, scripts/check-apple makes the
// module UIKit of them. The page above a declaration is Apple's. What Apple does not have is never public. Add what a
// view needs, and no more.

// https://developer.apple.com/documentation/uikit/uiresponder
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UIResponder: NSObject {}

// https://developer.apple.com/documentation/uikit/uiviewcontroller
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UIViewController: UIResponder {
    // https://developer.apple.com/documentation/uikit/uiviewcontroller/init(nibname:bundle:)
    public init(nibName: String?, bundle: Bundle?) {}
    // https://developer.apple.com/documentation/uikit/uiviewcontroller/init(coder:)
    public required init?(coder: NSCoder) { nil }

    // https://developer.apple.com/documentation/uikit/uiviewcontroller/title
    open var title: String?
    // https://developer.apple.com/documentation/uikit/uiviewcontroller/navigationitem
    open var navigationItem: UINavigationItem { item }
    // https://developer.apple.com/documentation/uikit/uiviewcontroller/tabbaritem
    open var tabBarItem: UITabBarItem! = UITabBarItem(title: nil, image: nil, tag: 0)
    // https://developer.apple.com/documentation/uikit/uiviewcontroller/navigationcontroller
    open private(set) weak var navigationController: UINavigationController?
    // https://developer.apple.com/documentation/uikit/uiviewcontroller/presentedviewcontroller
    open private(set) var presentedViewController: UIViewController?

    private let item = UINavigationItem()
    private var isLoaded = false
    private lazy var root = UIView(frame: .zero)

    // https://developer.apple.com/documentation/uikit/uiviewcontroller/view
    open var view: UIView! {
        get { root }
        set { root = newValue }
    }

    // https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdidload()
    open func viewDidLoad() {}
    // https://developer.apple.com/documentation/uikit/uiviewcontroller/viewwillappear(_:)
    open func viewWillAppear(_ animated: Bool) {}
    // https://developer.apple.com/documentation/uikit/uiviewcontroller/viewdiddisappear(_:)
    open func viewDidDisappear(_ animated: Bool) {}

    // https://developer.apple.com/documentation/uikit/uiviewcontroller/loadviewifneeded()
    @available(iOS 9.0, tvOS 9.0, *)
    open func loadViewIfNeeded() {
        guard !isLoaded else { return }
        isLoaded = true
        viewDidLoad()
    }

    // https://developer.apple.com/documentation/uikit/uiviewcontroller/present(_:animated:completion:)
    @available(iOS 5.0, tvOS 9.0, *)
    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil)
    {
        presentedViewController = viewControllerToPresent
    }

    fileprivate func enter(_ navigationController: UINavigationController) {
        self.navigationController = navigationController
    }
}

// https://developer.apple.com/documentation/uikit/uinavigationcontroller
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UINavigationController: UIViewController {
    // https://developer.apple.com/documentation/uikit/uinavigationcontroller/viewcontrollers
    open var viewControllers: [UIViewController]
    // https://developer.apple.com/documentation/uikit/uinavigationcontroller/topviewcontroller
    open var topViewController: UIViewController? { viewControllers.last }

    // https://developer.apple.com/documentation/uikit/uinavigationcontroller/init(rootviewcontroller:)
    public init(rootViewController: UIViewController) {
        viewControllers = [rootViewController]
        super.init(nibName: nil, bundle: nil)
        rootViewController.enter(self)
    }
    // https://developer.apple.com/documentation/uikit/uinavigationcontroller/init(coder:)
    public required init?(coder: NSCoder) { nil }

    // https://developer.apple.com/documentation/uikit/uinavigationcontroller/popviewcontroller(animated:)
    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? { viewControllers.popLast() }

    // https://developer.apple.com/documentation/uikit/uinavigationcontroller/pushviewcontroller(_:animated:)
    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        viewControllers.append(viewController)
        viewController.enter(self)
    }
}

// https://developer.apple.com/documentation/uikit/uitabbarcontroller
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UITabBarController: UIViewController {
    // https://developer.apple.com/documentation/uikit/uitabbarcontroller/viewcontrollers
    open var viewControllers: [UIViewController]?
}

// https://developer.apple.com/documentation/uikit/uinavigationitem
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UINavigationItem: NSObject {
    // https://developer.apple.com/documentation/uikit/uinavigationitem/searchcontroller
    @available(iOS 11.0, *)
    @available(tvOS, unavailable)
    open var searchController: UISearchController? {
        get { search }
        set { search = newValue }
    }
    // https://developer.apple.com/documentation/uikit/uinavigationitem/rightbarbuttonitem
    open var rightBarButtonItem: UIBarButtonItem?

    private var search: UISearchController?
}

// https://developer.apple.com/documentation/uikit/uitabbaritem
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UITabBarItem: NSObject {
    // https://developer.apple.com/documentation/uikit/uitabbaritem/init(title:image:tag:)
    public convenience init(title: String?, image: UIImage?, tag: Int) { self.init() }
}

// https://developer.apple.com/documentation/uikit/uibarbuttonitem
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UIBarButtonItem: NSObject {
    // https://developer.apple.com/documentation/uikit/uibarbuttonitem/init(customview:)
    public convenience init(customView: UIView) { self.init() }
}

// MARK: - Search

// https://developer.apple.com/documentation/uikit/uisearchresultsupdating
@available(iOS 8.0, tvOS 9.0, *)
@MainActor
public protocol UISearchResultsUpdating: NSObjectProtocol {
    // https://developer.apple.com/documentation/uikit/uisearchresultsupdating/updatesearchresults(for:)
    func updateSearchResults(for searchController: UISearchController)
}

// https://developer.apple.com/documentation/uikit/uisearchcontroller
@available(iOS 8.0, tvOS 9.0, *)
@MainActor
open class UISearchController: UIViewController {
    // https://developer.apple.com/documentation/uikit/uisearchcontroller/init(searchresultscontroller:)
    public init(searchResultsController: UIViewController?) { super.init(nibName: nil, bundle: nil) }
    // https://developer.apple.com/documentation/uikit/uisearchcontroller/init(coder:)
    public required init?(coder: NSCoder) { nil }

    // https://developer.apple.com/documentation/uikit/uisearchcontroller/searchresultsupdater
    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    // https://developer.apple.com/documentation/uikit/uisearchcontroller/obscuresbackgroundduringpresentation
    @available(iOS 9.1, tvOS 9.1, *)
    open var obscuresBackgroundDuringPresentation = true
    // https://developer.apple.com/documentation/uikit/uisearchcontroller/searchbar
    open var searchBar: UISearchBar { bar }

    private let bar = UISearchBar(frame: .zero)
}

// https://developer.apple.com/documentation/uikit/uisearchbar
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UISearchBar: UIView {
    // https://developer.apple.com/documentation/uikit/uisearchbar/text
    open var text: String?
    // https://developer.apple.com/documentation/uikit/uisearchbar/placeholder
    open var placeholder: String?
}

// MARK: - Alerts

// https://developer.apple.com/documentation/uikit/uialertcontroller
@available(iOS 8.0, tvOS 9.0, *)
@MainActor
open class UIAlertController: UIViewController {
    // https://developer.apple.com/documentation/uikit/uialertcontroller/style
    public enum Style: Int, Sendable {
        // https://developer.apple.com/documentation/uikit/uialertcontroller/style/actionsheet
        case actionSheet = 0
        // https://developer.apple.com/documentation/uikit/uialertcontroller/style/alert
        case alert = 1
    }

    // https://developer.apple.com/documentation/uikit/uialertcontroller/actions
    open private(set) var actions: [UIAlertAction] = []
    // https://developer.apple.com/documentation/uikit/uialertcontroller/message
    open var message: String?

    // https://developer.apple.com/documentation/uikit/uialertcontroller/init(title:message:preferredstyle:)
    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
    }

    // https://developer.apple.com/documentation/uikit/uialertcontroller/addaction(_:)
    open func addAction(_ action: UIAlertAction) { actions.append(action) }
}

// https://developer.apple.com/documentation/uikit/uialertaction
@available(iOS 8.0, tvOS 9.0, *)
@MainActor
open class UIAlertAction: NSObject {
    // https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum
    public enum Style: Int, Sendable {
        // https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum/default
        case `default` = 0
        // https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum/cancel
        case cancel = 1
        // https://developer.apple.com/documentation/uikit/uialertaction/style-swift.enum/destructive
        case destructive = 2
    }

    // https://developer.apple.com/documentation/uikit/uialertaction/title
    open private(set) var title: String?

    // https://developer.apple.com/documentation/uikit/uialertaction/init(title:style:handler:)
    public convenience init(title: String?, style: Style, handler: ((UIAlertAction) -> Void)? = nil) {
        self.init()
        self.title = title
    }
}
#endif

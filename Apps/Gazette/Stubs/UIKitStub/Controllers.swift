// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// UIKit, as far as the views of Gazette use it: Apple's names and isolation, so that views that compile here compile
// there. What each declaration is for, Apple documents; nothing is drawn. Add what a view needs, and no more.

@MainActor
open class UIResponder: NSObject {}

@MainActor
open class UIViewController: UIResponder {
    public init(nibName: String?, bundle: Bundle?) {}
    public required init?(coder: NSCoder) { nil }

    open var title: String?
    open var navigationItem: UINavigationItem { item }
    open var tabBarItem: UITabBarItem! = UITabBarItem(title: nil, image: nil, tag: 0)
    open private(set) weak var navigationController: UINavigationController?
    /// Set by `present`, as a test looks at it.
    open private(set) var presentedViewController: UIViewController?

    private let item = UINavigationItem()
    private var isLoaded = false
    private lazy var root = UIView(frame: .zero)

    open var view: UIView! {
        get { root }
        set { root = newValue }
    }

    open func viewDidLoad() {}
    open func viewWillAppear(_ animated: Bool) {}
    open func viewDidDisappear(_ animated: Bool) {}

    /// Type-checked and tested only: the view is loaded, and nothing drawn.
    open func loadViewIfNeeded() {
        guard !isLoaded else { return }
        isLoaded = true
        viewDidLoad()
    }

    open func present(_ viewControllerToPresent: UIViewController, animated flag: Bool, completion: (() -> Void)? = nil)
    {
        presentedViewController = viewControllerToPresent
    }

    fileprivate func enter(_ navigationController: UINavigationController) {
        self.navigationController = navigationController
    }
}

@MainActor
open class UINavigationController: UIViewController {
    open private(set) var viewControllers: [UIViewController]
    open var topViewController: UIViewController? { viewControllers.last }

    public init(rootViewController: UIViewController) {
        viewControllers = [rootViewController]
        super.init(nibName: nil, bundle: nil)
        rootViewController.enter(self)
    }
    public required init?(coder: NSCoder) { nil }

    @discardableResult
    open func popViewController(animated: Bool) -> UIViewController? { viewControllers.popLast() }

    open func pushViewController(_ viewController: UIViewController, animated: Bool) {
        viewControllers.append(viewController)
        viewController.enter(self)
    }
}

@MainActor
open class UITabBarController: UIViewController {
    open var viewControllers: [UIViewController]?
}

@MainActor
open class UINavigationItem: NSObject {
    open var searchController: UISearchController?
    open var rightBarButtonItem: UIBarButtonItem?
}

@MainActor
open class UITabBarItem: NSObject {
    public init(title: String?, image: UIImage?, tag: Int) {}
}

@MainActor
open class UIBarButtonItem: NSObject {
    public init(customView: UIView) {}
}

// MARK: - Search

@MainActor
public protocol UISearchResultsUpdating: NSObjectProtocol {
    func updateSearchResults(for searchController: UISearchController)
}

@MainActor
open class UISearchController: UIViewController {
    public init(searchResultsController: UIViewController?) { super.init(nibName: nil, bundle: nil) }
    public required init?(coder: NSCoder) { nil }

    open weak var searchResultsUpdater: (any UISearchResultsUpdating)?
    open var obscuresBackgroundDuringPresentation = true
    open var searchBar: UISearchBar { bar }

    private let bar = UISearchBar(frame: .zero)
}

@MainActor
open class UISearchBar: UIView {
    open var text: String?
    open var placeholder: String?
}

// MARK: - Alerts

@MainActor
open class UIAlertController: UIViewController {
    public enum Style: Int, Sendable {
        case alert = 1
    }

    open private(set) var actions: [UIAlertAction] = []
    open var message: String?

    public convenience init(title: String?, message: String?, preferredStyle: Style) {
        self.init(nibName: nil, bundle: nil)
        self.title = title
        self.message = message
    }

    open func addAction(_ action: UIAlertAction) { actions.append(action) }
}

@MainActor
open class UIAlertAction: NSObject {
    public enum Style: Int, Sendable {
        case `default` = 0
        case cancel = 1
    }

    open private(set) var title: String?

    public convenience init(title: String?, style: Style, handler: (@MainActor (UIAlertAction) -> Void)? = nil) {
        self.init()
        self.title = title
    }
}

public import AppleUI
import ReaderModels

/// A tab bar controller with the table screens, for a UIKit app.
public final class TablesController: UITabBarController {
    /// Makes the screen. Nothing is requested before it is shown.
    public init(_ tools: ReaderTools) {
        super.init(nibName: nil, bundle: nil)
        viewControllers = [
            Self.tab(UsersTableController(tools), .people), Self.tab(MoviesTableController(tools), .movies),
            Self.tab(LabTableController(tools), .lab),
        ]
    }

    /// Returns `nil`: the controller is not made from an archive.
    public required init?(coder: NSCoder) { nil }

    private static func tab(_ screen: UIViewController, _ section: ReaderSection) -> UIViewController {
        let controller = UINavigationController(rootViewController: screen)
        controller.tabBarItem = UITabBarItem(title: section.title, image: UIImage(systemName: section.symbol), tag: 0)
        return controller
    }
}

// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if !os(watchOS)
public import Foundation

// https://developer.apple.com/documentation/uikit/uicontrol
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UIControl: UIView {
    // https://developer.apple.com/documentation/uikit/uicontrol/event
    public struct Event: OptionSet, Sendable {
        // https://developer.apple.com/documentation/uikit/uicontrol/event/rawvalue
        public let rawValue: UInt
        // https://developer.apple.com/documentation/uikit/uicontrol/event/init(rawvalue:)
        public init(rawValue: UInt) { self.rawValue = rawValue }
        // https://developer.apple.com/documentation/uikit/uicontrol/event/touchupinside
        public static let touchUpInside = Event(rawValue: 1 << 6)
        // https://developer.apple.com/documentation/uikit/uicontrol/event/valuechanged
        public static let valueChanged = Event(rawValue: 1 << 12)
    }

    // https://developer.apple.com/documentation/uikit/uicontrol/isenabled
    open var isEnabled = true
    private var actions: [(action: UIAction, events: Event)] = []

    // https://developer.apple.com/documentation/uikit/uicontrol/addaction(_:for:)
    @available(iOS 14.0, tvOS 14.0, *)
    open func addAction(_ action: UIAction, for controlEvents: Event) { actions.append((action, controlEvents)) }

    // https://developer.apple.com/documentation/uikit/uicontrol/sendactions(for:)
    open func sendActions(for controlEvents: Event) {
        for (action, events) in actions where !events.isDisjoint(with: controlEvents) { action.handler(action) }
    }
}

// https://developer.apple.com/documentation/uikit/uimenuelement
@available(iOS 13.0, tvOS 14.0, *)
@MainActor
open class UIMenuElement: NSObject {}

// https://developer.apple.com/documentation/uikit/uiactionhandler
@available(iOS 13.0, tvOS 14.0, *)
public typealias UIActionHandler = (UIAction) -> Void

// https://developer.apple.com/documentation/uikit/uiaction
@available(iOS 13.0, tvOS 14.0, *)
@MainActor
open class UIAction: UIMenuElement {
    let handler: UIActionHandler

    init(handler: @escaping UIActionHandler) {
        self.handler = handler
    }

    // https://developer.apple.com/documentation/uikit/uiaction
    @available(iOS 14.0, tvOS 14.0, *)
    public convenience init(title: String = "", image: UIImage? = nil, handler: @escaping UIActionHandler) {
        self.init(handler: handler)
    }
}

// https://developer.apple.com/documentation/uikit/uibutton
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UIButton: UIControl {
    // https://developer.apple.com/documentation/uikit/uibutton/buttontype-swift.enum
    public enum ButtonType: Int, Sendable {
        // https://developer.apple.com/documentation/uikit/uibutton/buttontype-swift.enum/custom
        case custom = 0
        // https://developer.apple.com/documentation/uikit/uibutton/buttontype-swift.enum/system
        case system = 1
        // https://developer.apple.com/documentation/uikit/uibutton/buttontype-swift.enum/infolight
        @available(tvOS, unavailable)
        case infoLight = 3
    }

    // https://developer.apple.com/documentation/uikit/uibutton/init(type:primaryaction:)
    @available(iOS 14.0, tvOS 14.0, *)
    public convenience init(type buttonType: ButtonType = .system, primaryAction: UIAction?) {
        self.init(frame: .zero)
        if let primaryAction { addAction(primaryAction, for: .touchUpInside) }
    }
}

// https://developer.apple.com/documentation/uikit/uirefreshcontrol
@available(iOS 6.0, *)
@available(tvOS, unavailable)
@MainActor
open class UIRefreshControl: UIControl {
    // https://developer.apple.com/documentation/uikit/uirefreshcontrol/isrefreshing
    open private(set) var isRefreshing = false

    // https://developer.apple.com/documentation/uikit/uirefreshcontrol/init()
    public init() { super.init(frame: .zero) }
    // https://developer.apple.com/documentation/uikit/uirefreshcontrol
    public required init?(coder: NSCoder) { nil }

    // https://developer.apple.com/documentation/uikit/uirefreshcontrol/endrefreshing()
    open func endRefreshing() { isRefreshing = false }
}
#endif

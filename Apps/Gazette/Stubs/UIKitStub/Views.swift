// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

#if !os(watchOS)
public import Foundation

// https://developer.apple.com/documentation/uikit/uiview
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UIView: UIResponder {
    // https://developer.apple.com/documentation/uikit/uiview/init(frame:)
    public init(frame: CGRect) {}
    // https://developer.apple.com/documentation/uikit/uiview/init(coder:)
    public required init?(coder: NSCoder) { nil }

    // https://developer.apple.com/documentation/objectivec/nsobject-swift.class/accessibilitylabel
    open var accessibilityLabel: String?
    // https://developer.apple.com/documentation/uikit/uiview/translatesautoresizingmaskintoconstraints
    @available(iOS 6.0, tvOS 9.0, *)
    open var translatesAutoresizingMaskIntoConstraints = true
    // https://developer.apple.com/documentation/uikit/uiview/subviews
    open private(set) var subviews: [UIView] = []
    // https://developer.apple.com/documentation/uikit/uiview/leadinganchor
    @available(iOS 9.0, tvOS 9.0, *)
    open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    // https://developer.apple.com/documentation/uikit/uiview/trailinganchor
    @available(iOS 9.0, tvOS 9.0, *)
    open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    // https://developer.apple.com/documentation/uikit/uiview/topanchor
    @available(iOS 9.0, tvOS 9.0, *)
    open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    // https://developer.apple.com/documentation/uikit/uiview/bottomanchor
    @available(iOS 9.0, tvOS 9.0, *)
    open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    // https://developer.apple.com/documentation/uikit/uiview/layoutmarginsguide
    @available(iOS 9.0, tvOS 9.0, *)
    open var layoutMarginsGuide: UILayoutGuide { UILayoutGuide() }

    // https://developer.apple.com/documentation/uikit/uiview/addsubview(_:)
    open func addSubview(_ view: UIView) { subviews.append(view) }
}

// https://developer.apple.com/documentation/uikit/uilayoutguide
@available(iOS 9.0, tvOS 9.0, *)
@MainActor
open class UILayoutGuide: NSObject {
    // https://developer.apple.com/documentation/uikit/uilayoutguide/leadinganchor
    open var leadingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    // https://developer.apple.com/documentation/uikit/uilayoutguide/trailinganchor
    open var trailingAnchor: NSLayoutXAxisAnchor { NSLayoutXAxisAnchor() }
    // https://developer.apple.com/documentation/uikit/uilayoutguide/topanchor
    open var topAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
    // https://developer.apple.com/documentation/uikit/uilayoutguide/bottomanchor
    open var bottomAnchor: NSLayoutYAxisAnchor { NSLayoutYAxisAnchor() }
}

// https://developer.apple.com/documentation/uikit/nslayoutanchor
@available(iOS 9.0, tvOS 9.0, *)
@MainActor
open class NSLayoutAnchor<AnchorType: AnyObject>: NSObject {
    // https://developer.apple.com/documentation/uikit/nslayoutanchor/constraint(equalto:)
    open func constraint(equalTo anchor: NSLayoutAnchor<AnchorType>) -> NSLayoutConstraint { NSLayoutConstraint() }
}

// https://developer.apple.com/documentation/uikit/nslayoutxaxisanchor
@available(iOS 9.0, tvOS 9.0, *)
@MainActor
open class NSLayoutXAxisAnchor: NSLayoutAnchor<NSLayoutXAxisAnchor> {}

// https://developer.apple.com/documentation/uikit/nslayoutyaxisanchor
@available(iOS 9.0, tvOS 9.0, *)
@MainActor
open class NSLayoutYAxisAnchor: NSLayoutAnchor<NSLayoutYAxisAnchor> {}

// https://developer.apple.com/documentation/uikit/nslayoutconstraint
@available(iOS 6.0, tvOS 9.0, *)
@MainActor
open class NSLayoutConstraint: NSObject {
    // https://developer.apple.com/documentation/uikit/nslayoutconstraint/isactive
    @available(iOS 8.0, tvOS 9.0, *)
    open var isActive = false
}

// https://developer.apple.com/documentation/uikit/uilabel
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UILabel: UIView {
    // https://developer.apple.com/documentation/uikit/uilabel/text
    open var text: String?
    // https://developer.apple.com/documentation/uikit/uilabel/font
    open var font: UIFont!
    // https://developer.apple.com/documentation/uikit/uilabel/textcolor
    open var textColor: UIColor!
    // https://developer.apple.com/documentation/uikit/uilabel/numberoflines
    open var numberOfLines = 1
}

// https://developer.apple.com/documentation/uikit/uiactivityindicatorview
@available(iOS 2.0, tvOS 9.0, *)
@MainActor
open class UIActivityIndicatorView: UIView {
    // https://developer.apple.com/documentation/uikit/uiactivityindicatorview/style-swift.enum
    public enum Style: Int, Sendable {
        // https://developer.apple.com/documentation/uikit/uiactivityindicatorview/style-swift.enum/medium
        @available(iOS 13.0, tvOS 13.0, *)
        case medium = 100
        // https://developer.apple.com/documentation/uikit/uiactivityindicatorview/style-swift.enum/large
        @available(iOS 13.0, tvOS 13.0, *)
        case large = 101
    }

    // https://developer.apple.com/documentation/uikit/uiactivityindicatorview/isanimating
    open private(set) var isAnimating = false

    // https://developer.apple.com/documentation/uikit/uiactivityindicatorview/init(style:)
    public init(style: Style) { super.init(frame: .zero) }
    // https://developer.apple.com/documentation/uikit/uiactivityindicatorview/init(coder:)
    public required init?(coder: NSCoder) { nil }

    // https://developer.apple.com/documentation/uikit/uiactivityindicatorview/startanimating()
    open func startAnimating() { isAnimating = true }
    // https://developer.apple.com/documentation/uikit/uiactivityindicatorview/stopanimating()
    open func stopAnimating() { isAnimating = false }
}

// https://developer.apple.com/documentation/uikit/uistackview
@available(iOS 9.0, tvOS 9.0, *)
@MainActor
open class UIStackView: UIView {
    // https://developer.apple.com/documentation/uikit/uistackview/init(arrangedsubviews:)
    public convenience init(arrangedSubviews views: [UIView]) {
        self.init(frame: .zero)
        for view in views { addSubview(view) }
    }

    // https://developer.apple.com/documentation/uikit/uistackview/axis
    open var axis = NSLayoutConstraint.Axis.horizontal
    // https://developer.apple.com/documentation/uikit/uistackview/spacing
    open var spacing: CGFloat = 0
}

@available(iOS 6.0, tvOS 9.0, *)
extension NSLayoutConstraint {
    // https://developer.apple.com/documentation/uikit/nslayoutconstraint/axis
    public enum Axis: Int, Sendable {
        // https://developer.apple.com/documentation/uikit/nslayoutconstraint/axis/horizontal
        case horizontal = 0
        // https://developer.apple.com/documentation/uikit/nslayoutconstraint/axis/vertical
        case vertical = 1
    }
}
#endif

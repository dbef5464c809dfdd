// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// `@unchecked Sendable`, as UIKit declares these: nothing in them changes.

// https://developer.apple.com/documentation/uikit/uifont
@available(iOS 2.0, tvOS 9.0, watchOS 2.0, *)
open class UIFont: NSObject, @unchecked Sendable {
    // https://developer.apple.com/documentation/uikit/uifont/textstyle
    public struct TextStyle: Hashable, Sendable {
        let name: String

        // https://developer.apple.com/documentation/uikit/uifont/textstyle/headline
        public static let headline = TextStyle(name: "headline")
        // https://developer.apple.com/documentation/uikit/uifont/textstyle/subheadline
        public static let subheadline = TextStyle(name: "subheadline")
    }

    // https://developer.apple.com/documentation/uikit/uifont/preferredfont(fortextstyle:)
    @available(iOS 7.0, tvOS 9.0, watchOS 2.0, *)
    public class func preferredFont(forTextStyle style: TextStyle) -> UIFont { UIFont() }
}

// https://developer.apple.com/documentation/uikit/uicolor
@available(iOS 2.0, tvOS 9.0, watchOS 2.0, *)
open class UIColor: NSObject, @unchecked Sendable {
    // https://developer.apple.com/documentation/uikit/uicolor/secondarylabel
    @available(iOS 13.0, tvOS 13.0, *)
    @available(watchOS, unavailable)
    public class var secondaryLabel: UIColor { UIColor() }
}

// https://developer.apple.com/documentation/uikit/uiimage
@available(iOS 2.0, tvOS 9.0, watchOS 2.0, *)
open class UIImage: NSObject, @unchecked Sendable {
    // https://developer.apple.com/documentation/uikit/uiimage/init(data:)
    public init?(data: Data) {}
    // https://developer.apple.com/documentation/uikit/uiimage/init(systemname:)
    @available(iOS 13.0, tvOS 13.0, watchOS 6.0, *)
    public init?(systemName name: String) {}
}

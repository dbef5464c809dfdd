// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation
#if canImport(AppKit)
public import AppKit
#elseif canImport(UIKit)
public import UIKit
#else
public import UIKitStub
#endif

// https://developer.apple.com/documentation/swiftui/text
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct Text: Equatable, Sendable {
    let content: String

    // https://developer.apple.com/documentation/swiftui/text
    nonisolated public init<S: StringProtocol>(_ content: S) { self.content = String(content) }
    // https://developer.apple.com/documentation/swiftui/text
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
    nonisolated public init(_ attributedContent: AttributedString) { content = String(attributedContent.characters) }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Text {
    // https://developer.apple.com/documentation/swiftui/text/italic()
    nonisolated public func italic() -> Text { self }
    // https://developer.apple.com/documentation/swiftui/text/+(_:_:)
    @available(iOS, introduced: 13.0, deprecated: 26.0, message: "Use string interpolation on `Text` instead.")
    @available(macOS, introduced: 10.15, deprecated: 26.0, message: "Use string interpolation on `Text` instead.")
    @available(tvOS, introduced: 13.0, deprecated: 26.0, message: "Use string interpolation on `Text` instead.")
    @available(watchOS, introduced: 6.0, deprecated: 26.0, message: "Use string interpolation on `Text` instead.")
    @available(visionOS, introduced: 1.0, deprecated: 26.0, message: "Use string interpolation on `Text` instead.")
    nonisolated public static func + (lhs: Text, rhs: Text) -> Text { Text(lhs.content + rhs.content) }
}

// https://developer.apple.com/documentation/swiftui/text
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Text: StubElement, View {
    package var words: [String] { [content] }
}

// https://developer.apple.com/documentation/swiftui/label
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public struct Label<Title, Icon> where Title: View, Icon: View {
    let title: Title
}

// https://developer.apple.com/documentation/swiftui/label
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension Label: StubElement, View {
    package var parts: [any View] { [title] }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension Label where Title == Text, Icon == Image {
    // https://developer.apple.com/documentation/swiftui/label
    nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) { self.title = Text(title) }
}

// https://developer.apple.com/documentation/swiftui/link
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
public struct Link<Label> where Label: View {
    let label: Label
}

// https://developer.apple.com/documentation/swiftui/link
@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension Link: StubElement, View {
    package var parts: [any View] { [label] }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension Link where Label == Text {
    // https://developer.apple.com/documentation/swiftui/link
    nonisolated public init<S: StringProtocol>(_ title: S, destination: URL) { label = Text(title) }
}

// https://developer.apple.com/documentation/swiftui/image
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct Image: Equatable, Sendable {
    // https://developer.apple.com/documentation/swiftui/image/resizingmode
    public enum ResizingMode: Sendable {
        // https://developer.apple.com/documentation/swiftui/image/resizingmode/tile
        case tile
        // https://developer.apple.com/documentation/swiftui/image/resizingmode/stretch
        case stretch
    }

    // https://developer.apple.com/documentation/swiftui/image/init(systemname:)
    @available(iOS 13.0, macOS 11.0, tvOS 13.0, watchOS 6.0, *)
    nonisolated public init(systemName: String) {}
    #if canImport(AppKit)
    // https://developer.apple.com/documentation/swiftui/image/init(nsimage:)
    nonisolated public init(nsImage: NSImage) {}
    #else
    // https://developer.apple.com/documentation/swiftui/image/init(uiimage:)
    nonisolated public init(uiImage: UIImage) {}
    #endif

    // https://developer.apple.com/documentation/swiftui/image/resizable(capinsets:resizingmode:)
    nonisolated public func resizable(
        capInsets: EdgeInsets = EdgeInsets(), resizingMode: ResizingMode = .stretch
    ) -> Image {
        self
    }
}

// https://developer.apple.com/documentation/swiftui/image
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Image: StubElement, View {}

// https://developer.apple.com/documentation/swiftui/font
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct Font: Hashable, Sendable {
    // https://developer.apple.com/documentation/swiftui/font/title2
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
    public static let title2 = Font()
    // https://developer.apple.com/documentation/swiftui/font/title3
    @available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
    public static let title3 = Font()
    // https://developer.apple.com/documentation/swiftui/font/headline
    public static let headline = Font()
    // https://developer.apple.com/documentation/swiftui/font/subheadline
    public static let subheadline = Font()
    // https://developer.apple.com/documentation/swiftui/font/body
    public static let body = Font()
    // https://developer.apple.com/documentation/swiftui/font/caption
    public static let caption = Font()

    // https://developer.apple.com/documentation/swiftui/font/monospaced()
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
    public func monospaced() -> Font { self }
    // https://developer.apple.com/documentation/swiftui/font/bold()
    public func bold() -> Font { self }
}

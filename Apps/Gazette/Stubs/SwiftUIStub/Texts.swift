// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation
public import UIKitStub

public struct Text: Equatable, Sendable {
    let content: String

    nonisolated public init<S: StringProtocol>(_ content: S) { self.content = String(content) }
    nonisolated public init(_ attributedContent: AttributedString) { content = String(attributedContent.characters) }
}

extension Text {
    nonisolated public func italic() -> Text { self }
    nonisolated public static func + (lhs: Text, rhs: Text) -> Text { Text(lhs.content + rhs.content) }
}

extension Text: StubElement {
    public var words: [String] { [content] }
}

public struct Label<Title, Icon> {
    let title: Title
}

extension Label: StubElement, View where Title: View, Icon: View {
    public var parts: [any View] { [title] }
}

extension Label where Title == Text, Icon == Image {
    nonisolated public init<S: StringProtocol>(_ title: S, systemImage name: String) { self.title = Text(title) }
}

public struct Link<Label> {
    let label: Label
}

extension Link: StubElement, View where Label: View {
    public var parts: [any View] { [label] }
}

extension Link where Label == Text {
    nonisolated public init<S: StringProtocol>(_ title: S, destination: URL) { label = Text(title) }
}

public struct Image: Equatable, Sendable {
    public init(systemName: String) {}
    nonisolated public init(uiImage: UIImage) {}

    public func resizable() -> Image { self }
}

extension Image: StubElement {}

public struct Font: Hashable, Sendable {
    public static let title2 = Font()
    public static let title3 = Font()
    public static let headline = Font()
    public static let subheadline = Font()
    public static let body = Font()
    public static let caption = Font()

    public func monospaced() -> Font { self }
    public func bold() -> Font { self }
}

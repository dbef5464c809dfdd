// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

public struct HStack<Content> {
    let content: Content
}

extension HStack: StubElement, View where Content: View {
    nonisolated public init(
        alignment: VerticalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
    public var parts: [any View] { [content] }
}

public struct VStack<Content> {
    let content: Content
}

extension VStack: StubElement, View where Content: View {
    nonisolated public init(
        alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
    public var parts: [any View] { [content] }
}

public struct ZStack<Content> {
    let content: Content
}

extension ZStack: StubElement, View where Content: View {
    nonisolated public init(alignment: Alignment = .center, @ViewBuilder content: () -> Content) {
        self.content = content()
    }
    public var parts: [any View] { [content] }
}

public struct GridItem: Sendable {
    public enum Size: Sendable {
        case adaptive(minimum: CGFloat, maximum: CGFloat = .infinity)
    }

    public init(_ size: Size, spacing: CGFloat? = nil, alignment: Alignment? = nil) {}
}

public struct LazyVGrid<Content> {
    let content: Content
}

extension LazyVGrid: StubElement, View where Content: View {
    nonisolated public init(
        columns: [GridItem], alignment: HorizontalAlignment = .center, spacing: CGFloat? = nil,
        @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
    public var parts: [any View] { [content] }
}

public struct ScrollView<Content> {
    let content: Content
}

extension ScrollView: StubElement, View where Content: View {
    nonisolated public init(
        _ axes: Axis.Set = .vertical, showsIndicators: Bool = true, @ViewBuilder content: () -> Content
    ) {
        self.content = content()
    }
    public var parts: [any View] { [content] }
}

public struct List<SelectionValue, Content> {
    let content: Content
}

extension List: StubElement, View where SelectionValue: Hashable, Content: View {
    nonisolated public init(@ViewBuilder content: () -> Content) where SelectionValue == Never {
        self.content = content()
    }
    public var parts: [any View] { [content] }
}

public struct Form<Content> {
    let content: Content
}

extension Form: StubElement, View where Content: View {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public var parts: [any View] { [content] }
}

public struct Section<Parent, Content, Footer> {
    let parent: Parent
    let content: Content
}

extension Section: StubElement, View where Parent: View, Content: View, Footer: View {
    public var parts: [any View] { [parent, content] }
}

extension Section where Parent == Text, Content: View, Footer == EmptyView {
    nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder content: () -> Content) {
        parent = Text(title)
        self.content = content()
    }
}

public struct ForEach<Data: RandomAccessCollection, ID: Hashable, Content> {
    public var data: Data
    public var content: (Data.Element) -> Content
}

extension ForEach: StubElement, View where Content: View {
    public var parts: [any View] { data.map(content) }
}

extension ForEach where ID == Data.Element.ID, Content: View, Data.Element: Identifiable {
    nonisolated public init(_ data: Data, @ViewBuilder content: @escaping (Data.Element) -> Content) {
        self.data = data
        self.content = content
    }
}

extension ForEach where Content: View {
    nonisolated public init(
        _ data: Data, id: KeyPath<Data.Element, ID>, @ViewBuilder content: @escaping (Data.Element) -> Content
    ) {
        self.data = data
        self.content = content
    }
}

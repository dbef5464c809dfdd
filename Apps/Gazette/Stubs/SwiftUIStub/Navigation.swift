// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct NavigationPath {}

public struct NavigationStack<Data, Root> {
    let root: Root
}

extension NavigationStack: StubElement, View where Root: View {
    nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { self.root = root() }
    public var parts: [any View] { [root] }
}

public struct NavigationLink<Label, Destination> {
    let label: Label
}

extension NavigationLink: StubElement, View where Label: View, Destination: View {
    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        self.label = label()
    }
    public var parts: [any View] { [label] }
}

extension NavigationLink where Label == Text, Destination: View {
    nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) {
        label = Text(title)
    }
}

@MainActor @preconcurrency
public protocol TabContent<TabValue> {
    associatedtype TabValue: Hashable where TabValue == Body.TabValue
    associatedtype Body: TabContent
    @TabContentBuilder<TabValue> @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: TabContent {
    public typealias TabValue = Never
}

@resultBuilder
public struct TabContentBuilder<TabValue: Hashable> {
    public struct Content<Tabs> {
        public let parts: [any View]
    }

    public static func buildExpression<Tab: TabContent>(_ tab: Tab) -> Tab where Tab.TabValue == TabValue { tab }
    public static func buildBlock<
        C0: TabContent<TabValue>, C1: TabContent<TabValue>, C2: TabContent<TabValue>, C3: TabContent<TabValue>,
        C4: TabContent<TabValue>
    >(_ c0: C0, _ c1: C1, _ c2: C2, _ c3: C3, _ c4: C4) -> TupleTabContent<TabValue, (C0, C1, C2, C3, C4)> {
        let tabs: [Any] = [c0, c1, c2, c3, c4]
        return TupleTabContent(parts: tabs.flatMap { ($0 as? any StubTab)?.parts ?? [] })
    }
}

/// A tab of the stub, whose content can be looked at.
protocol StubTab {
    var parts: [any View] { get }
}

extension TabContentBuilder.Content: StubElement, View where Tabs: TabContent {}

public struct TupleTabContent<TabValue: Hashable, Tabs>: StubTab {
    let parts: [any View]
}

extension TupleTabContent: TabContent {
    public var body: TupleTabContent<TabValue, Tabs> { return self }
}

public struct DefaultTabLabel {}

extension DefaultTabLabel: StubElement {}

public struct Tab<Value, Content, Label>: StubTab {
    let parts: [any View]
}

extension Tab: TabContent where Value: Hashable, Content: View, Label: View {
    public typealias TabValue = Value
    public var body: Tab<Value, Content, Label> { return self }
}

extension Tab where Value == Never, Content: View, Label == DefaultTabLabel {
    nonisolated public init<S: StringProtocol>(
        _ title: S, systemImage: String, @ViewBuilder content: () -> Content
    ) {
        parts = [Text(title), content()]
    }
}

public struct TabView<SelectionValue, Content> {
    let content: Content
}

extension TabView: StubElement, View where SelectionValue: Hashable, Content: View {
    public init<C: TabContent>(@TabContentBuilder<Never> content: () -> C)
    where SelectionValue == Never, Content == TabContentBuilder<Never>.Content<C> {
        self.content = TabContentBuilder<Never>.Content(parts: (content() as? any StubTab)?.parts ?? [])
    }
    public var parts: [any View] { [content] }
}

// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// https://developer.apple.com/documentation/swiftui/navigationpath
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct NavigationPath {}

// https://developer.apple.com/documentation/swiftui/navigationstack
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
public struct NavigationStack<Data, Root> where Root: View {
    let root: Root
}

// https://developer.apple.com/documentation/swiftui/navigationstack
@available(iOS 16.0, macOS 13.0, tvOS 16.0, watchOS 9.0, *)
extension NavigationStack: StubElement, View {
    // https://developer.apple.com/documentation/swiftui/navigationstack/init(root:)
    nonisolated public init(@ViewBuilder root: () -> Root) where Data == NavigationPath { self.root = root() }
    package var parts: [any View] { [root] }
}

// https://developer.apple.com/documentation/swiftui/navigationlink
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct NavigationLink<Label, Destination> where Label: View, Destination: View {
    let label: Label
}

// https://developer.apple.com/documentation/swiftui/navigationlink
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension NavigationLink: StubElement, View {
    // https://developer.apple.com/documentation/swiftui/navigationlink/init(destination:label:)
    nonisolated public init(@ViewBuilder destination: () -> Destination, @ViewBuilder label: () -> Label) {
        self.label = label()
    }
    package var parts: [any View] { [label] }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension NavigationLink where Label == Text {
    // https://developer.apple.com/documentation/swiftui/navigationlink
    nonisolated public init<S: StringProtocol>(_ title: S, @ViewBuilder destination: () -> Destination) {
        label = Text(title)
    }
}

// https://developer.apple.com/documentation/swiftui/tabcontent
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
@MainActor @preconcurrency
public protocol TabContent<TabValue> {
    // https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
    associatedtype TabValue: Hashable where TabValue == Body.TabValue
    // https://developer.apple.com/documentation/swiftui/tabcontent/body-swift.associatedtype
    associatedtype Body: TabContent
    // https://developer.apple.com/documentation/swiftui/tabcontent/body-swift.property
    @TabContentBuilder<TabValue> @MainActor @preconcurrency var body: Self.Body { get }
}

// https://developer.apple.com/documentation/swift/never
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
extension Never: TabContent {
    // https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
    public typealias TabValue = Never
}

// https://developer.apple.com/documentation/swiftui/tabcontentbuilder
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
@resultBuilder
public struct TabContentBuilder<TabValue> where TabValue: Hashable {
    // https://developer.apple.com/documentation/swiftui/tabcontentbuilder/content
    public struct Content<C> where C: TabContent {
        package let parts: [any View]
    }

    // https://developer.apple.com/documentation/swiftui/tabcontentbuilder/buildexpression(_:)
    public static func buildExpression<T: TabContent>(_ tab: T) -> T where T.TabValue == TabValue { tab }
    // https://developer.apple.com/documentation/swiftui/tabcontentbuilder
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

// https://developer.apple.com/documentation/swiftui/tabcontentbuilder/content
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
extension TabContentBuilder.Content: StubElement, View {}

// https://developer.apple.com/documentation/swiftui/tupletabcontent
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
public struct TupleTabContent<TabValue, Content>: StubTab where TabValue: Hashable {
    let parts: [any View]
}

// https://developer.apple.com/documentation/swiftui/tupletabcontent
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
extension TupleTabContent: TabContent {
    // https://developer.apple.com/documentation/swiftui/tabcontent/body-swift.property
    public var body: TupleTabContent<TabValue, Content> { return self }
}

// https://developer.apple.com/documentation/swiftui/defaulttablabel
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
public struct DefaultTabLabel {}

// https://developer.apple.com/documentation/swiftui/defaulttablabel
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
extension DefaultTabLabel: StubElement, View {}

// https://developer.apple.com/documentation/swiftui/tab
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
public struct Tab<Value, Content, Label>: StubTab {
    let parts: [any View]
}

// https://developer.apple.com/documentation/swiftui/tab
@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
extension Tab: TabContent where Value: Hashable, Content: View, Label: View {
    // https://developer.apple.com/documentation/swiftui/tabcontent/tabvalue
    public typealias TabValue = Value
    // https://developer.apple.com/documentation/swiftui/tabcontent/body-swift.property
    public var body: Tab<Value, Content, Label> { return self }
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
extension Tab where Value == Never, Content: View, Label == DefaultTabLabel {
    // https://developer.apple.com/documentation/swiftui/tab
    nonisolated public init<S: StringProtocol>(
        _ title: S, systemImage: String, @ViewBuilder content: () -> Content
    ) {
        parts = [Text(title), content()]
    }
}

// https://developer.apple.com/documentation/swiftui/tabview
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 7.0, *)
public struct TabView<SelectionValue, Content> where SelectionValue: Hashable, Content: View {
    let content: Content
}

// https://developer.apple.com/documentation/swiftui/tabview
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 7.0, *)
extension TabView: StubElement, View {
    package var parts: [any View] { [content] }
}

@available(iOS 18.0, macOS 15.0, tvOS 18.0, watchOS 11.0, *)
extension TabView {
    // https://developer.apple.com/documentation/swiftui/tabview
    nonisolated public init<C: TabContent>(@TabContentBuilder<Never> content: () -> C)
    where SelectionValue == Never, Content == TabContentBuilder<Never>.Content<C> {
        self.content = TabContentBuilder<Never>.Content(parts: (content() as? any StubTab)?.parts ?? [])
    }
}

// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public struct ButtonRole: Equatable, Sendable {
    public static let cancel = ButtonRole()
}

public struct Button<Label> {
    let label: Label
}

extension Button: StubElement, View where Label: View {
    @preconcurrency nonisolated public init(
        action: @escaping @MainActor () -> Void, @ViewBuilder label: () -> Label
    ) {
        self.label = label()
    }
    public var parts: [any View] { [label] }
}

extension Button where Label == Text {
    @preconcurrency nonisolated public init<S: StringProtocol>(_ title: S, action: @escaping @MainActor () -> Void) {
        label = Text(title)
    }
    @preconcurrency nonisolated public init<S: StringProtocol>(
        _ title: S, role: ButtonRole?, action: @escaping @MainActor () -> Void
    ) {
        label = Text(title)
    }
}

public struct Toggle<Label> {
    let label: Label
}

extension Toggle: StubElement, View where Label: View {
    public var parts: [any View] { [label] }
}

extension Toggle where Label == Text {
    nonisolated public init<S: StringProtocol>(_ title: S, isOn: Binding<Bool>) { label = Text(title) }
}

public struct Picker<Label, SelectionValue: Hashable, Content> {
    let label: Label
    let content: Content
}

extension Picker: StubElement, View where Label: View, Content: View {
    public var parts: [any View] { [label, content] }
}

extension Picker where Label == Text, Content: View {
    nonisolated public init<S: StringProtocol>(
        _ title: S, selection: Binding<SelectionValue>, @ViewBuilder content: () -> Content
    ) {
        label = Text(title)
        self.content = content()
    }
}

public struct Stepper<Label> {
    let label: Label
}

extension Stepper: StubElement, View where Label: View {
    public var parts: [any View] { [label] }
}

extension Stepper where Label == Text {
    nonisolated public init<S: StringProtocol, V: Strideable>(
        _ title: S, value: Binding<V>, in bounds: ClosedRange<V>, step: V.Stride = 1,
        onEditingChanged: @escaping (Bool) -> Void = { _ in }
    ) {
        label = Text(title)
    }
}

public struct TextField<Label> {
    let label: Label
}

extension TextField: StubElement, View where Label: View {
    public var parts: [any View] { [label] }
}

extension TextField where Label == Text {
    nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) { label = Text(title) }
}

public struct SecureField<Label> {
    let label: Label
}

extension SecureField: StubElement, View where Label: View {
    public var parts: [any View] { [label] }
}

extension SecureField where Label == Text {
    nonisolated public init<S: StringProtocol>(_ title: S, text: Binding<String>) { label = Text(title) }
}

public struct ProgressView<Label, CurrentValueLabel> {
    let label: Label
}

extension ProgressView: StubElement, View where Label: View, CurrentValueLabel: View {
    public var parts: [any View] { [label] }
}

extension ProgressView where CurrentValueLabel == EmptyView {
    nonisolated public init() where Label == EmptyView { label = EmptyView() }
    nonisolated public init<S: StringProtocol>(_ title: S) where Label == Text { label = Text(title) }
}

public struct LabeledContent<Label, Content> {
    let label: Label
    let content: Content
}

extension LabeledContent: StubElement, View where Label: View, Content: View {
    public var parts: [any View] { [label, content] }
}

extension LabeledContent where Label == Text, Content == Text {
    nonisolated public init<S1: StringProtocol, S2: StringProtocol>(_ title: S1, value: S2) {
        label = Text(title)
        content = Text(value)
    }
}

public struct ContentUnavailableView<Label, Description, Actions> {
    let label: Label
    let description: Description
    let actions: Actions
}

extension ContentUnavailableView: StubElement, View where Label: View, Description: View, Actions: View {
    nonisolated public init(
        @ViewBuilder label: () -> Label, @ViewBuilder description: () -> Description = { EmptyView() },
        @ViewBuilder actions: () -> Actions = { EmptyView() }
    ) {
        self.label = label()
        self.description = description()
        self.actions = actions()
    }
    public var parts: [any View] { [label, description, actions] }
}

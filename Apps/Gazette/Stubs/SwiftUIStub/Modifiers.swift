// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// MARK: - Room

extension View {
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        StubView(self)
    }
    nonisolated public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        StubView(self)
    }
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        StubView(self)
    }
    nonisolated public func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
    ) -> some View {
        StubView(self)
    }
    nonisolated public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        StubView(self)
    }
    nonisolated public func scaledToFit() -> some View { StubView(self) }
    nonisolated public func clipShape<S: Shape>(_ shape: S) -> some View { StubView(self) }
    nonisolated public func overlay<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View {
        StubView(self, content())
    }
}

public enum ContentMode: Sendable {
    case fit, fill
}

// MARK: - Looks

extension View {
    nonisolated public func font(_ font: Font?) -> some View { StubView(self) }
    nonisolated public func lineLimit(_ number: Int?) -> some View { StubView(self) }
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { StubView(self) }
    nonisolated public func background<S: ShapeStyle>(_ style: S) -> some View { StubView(self) }
    nonisolated public func opacity(_ opacity: Double) -> some View { StubView(self) }
    nonisolated public func rotationEffect(_ angle: Angle) -> some View { StubView(self) }
    nonisolated public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
        StubView(self)
    }
    nonisolated public func badge<S: StringProtocol>(_ label: S?) -> some View {
        StubView(self, words: label.map { [String($0)] } ?? [])
    }
    nonisolated public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { StubView(self) }
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { StubView(self) }
    nonisolated public func tag<V: Hashable>(_ tag: V) -> some View { StubView(self) }
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { StubView(self) }
    nonisolated public func disabled(_ disabled: Bool) -> some View { StubView(self) }
}

@MainActor @preconcurrency public protocol PickerStyle {}

public struct SegmentedPickerStyle: PickerStyle {
    public init() {}
}

public struct MenuPickerStyle: PickerStyle {
    public init() {}
}

extension PickerStyle where Self == SegmentedPickerStyle {
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

extension PickerStyle where Self == MenuPickerStyle {
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

@MainActor @preconcurrency public protocol PrimitiveButtonStyle {}

public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    public init() {}
}

public struct BorderedButtonStyle: PrimitiveButtonStyle {
    public init() {}
}

public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    public init() {}
}

extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

// MARK: - Accessibility

extension View {
    nonisolated public func accessibilityLabel<S: StringProtocol>(_ label: S) -> some View {
        StubView(self, words: [String(label)])
    }
    nonisolated public func accessibilityHint<S: StringProtocol>(_ hint: S) -> some View {
        StubView(self, words: [String(hint)])
    }
    nonisolated public func accessibilityHidden(_ hidden: Bool) -> some View { StubView(self) }
    nonisolated public func accessibilityElement(
        children: AccessibilityChildBehavior = .ignore
    ) -> some View {
        StubView(self)
    }
    nonisolated public func accessibilityAddTraits(_ traits: AccessibilityTraits) -> some View { StubView(self) }
}

public struct AccessibilityChildBehavior: Hashable, Sendable {
    public static let ignore = AccessibilityChildBehavior()
    public static let combine = AccessibilityChildBehavior()
}

public struct AccessibilityTraits: Sendable {
    public static let isHeader = AccessibilityTraits()
}

// MARK: - What happens

extension View {
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        StubView(self, appearance: action)
    }
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { StubView(self) }
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View {
        StubView(self, appearance: initial ? action : nil)
    }
    nonisolated public func onSubmit(
        of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
    ) -> some View {
        StubView(self)
    }
    nonisolated public func refreshable(action: @escaping @Sendable () async -> Void) -> some View {
        StubView(self)
    }
}

public struct SubmitTriggers: OptionSet, Sendable {
    public let rawValue: Int
    public init(rawValue: Int) { self.rawValue = rawValue }
    public static let text = SubmitTriggers(rawValue: 1)
    public static let search = SubmitTriggers(rawValue: 2)
}

// MARK: - Screens

extension View {
    nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
        StubView(self, words: [String(title)])
    }
    nonisolated public func navigationDestination<D: Hashable, C: View>(
        item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        StubView(self)
    }
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        StubView(self, content())
    }
    nonisolated public func searchable<S: StringProtocol>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View {
        StubView(self, words: [String(prompt)])
    }
    nonisolated public func alert<S: StringProtocol, A: View, M: View, T>(
        _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        guard let data else { return StubView(self) }
        return StubView(self, Text(title), actions(data), message(data))
    }
}

public struct SearchFieldPlacement: Sendable {
    public static let automatic = SearchFieldPlacement()
}

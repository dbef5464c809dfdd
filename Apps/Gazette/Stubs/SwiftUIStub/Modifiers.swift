// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

// MARK: - Room

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension View {
    // https://developer.apple.com/documentation/swiftui/view/padding(_:_:)
    nonisolated public func padding(_ edges: Edge.Set = .all, _ length: CGFloat? = nil) -> some View {
        StubView(self)
    }
    // https://developer.apple.com/documentation/swiftui/view/frame(width:height:alignment:)
    nonisolated public func frame(
        width: CGFloat? = nil, height: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        StubView(self)
    }
    // https://developer.apple.com/documentation/swiftui/view
    nonisolated public func frame(
        minWidth: CGFloat? = nil, idealWidth: CGFloat? = nil, maxWidth: CGFloat? = nil, minHeight: CGFloat? = nil,
        idealHeight: CGFloat? = nil, maxHeight: CGFloat? = nil, alignment: Alignment = .center
    ) -> some View {
        StubView(self)
    }
    // https://developer.apple.com/documentation/swiftui/view/containerrelativeframe(_:alignment:_:)
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
    nonisolated public func containerRelativeFrame(
        _ axes: Axis.Set, alignment: Alignment = .center, _ length: @escaping (CGFloat, Axis) -> CGFloat
    ) -> some View {
        StubView(self)
    }
    // https://developer.apple.com/documentation/swiftui/view/aspectratio(_:contentmode:)
    nonisolated public func aspectRatio(_ aspectRatio: CGFloat? = nil, contentMode: ContentMode) -> some View {
        StubView(self)
    }
    // https://developer.apple.com/documentation/swiftui/view/scaledtofit()
    nonisolated public func scaledToFit() -> some View { StubView(self) }
    // https://developer.apple.com/documentation/swiftui/view/clipshape(_:style:)
    nonisolated public func clipShape<S: Shape>(_ shape: S, style: FillStyle = FillStyle()) -> some View {
        StubView(self)
    }
    // https://developer.apple.com/documentation/swiftui/view/overlay(alignment:content:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
    nonisolated public func overlay<V: View>(
        alignment: Alignment = .center, @ViewBuilder content: () -> V
    ) -> some View {
        StubView(self, content())
    }
}

// https://developer.apple.com/documentation/swiftui/contentmode
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
@frozen
public enum ContentMode: Hashable, CaseIterable, Sendable {
    // https://developer.apple.com/documentation/swiftui/contentmode/fit
    case fit
    // https://developer.apple.com/documentation/swiftui/contentmode/fill
    case fill
}

// MARK: - Looks

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension View {
    // https://developer.apple.com/documentation/swiftui/view/font(_:)
    nonisolated public func font(_ font: Font?) -> some View { StubView(self) }
    // https://developer.apple.com/documentation/swiftui/view/linelimit(_:)
    nonisolated public func lineLimit(_ number: Int?) -> some View { StubView(self) }
    // https://developer.apple.com/documentation/swiftui/view/foregroundstyle(_:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
    nonisolated public func foregroundStyle<S: ShapeStyle>(_ style: S) -> some View { StubView(self) }
    // https://developer.apple.com/documentation/swiftui/view/background(_:ignoressafeareaedges:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
    nonisolated public func background<S: ShapeStyle>(
        _ style: S, ignoresSafeAreaEdges edges: Edge.Set = .all
    ) -> some View {
        StubView(self)
    }
    // https://developer.apple.com/documentation/swiftui/view/opacity(_:)
    nonisolated public func opacity(_ opacity: Double) -> some View { StubView(self) }
    // https://developer.apple.com/documentation/swiftui/view/rotationeffect(_:anchor:)
    nonisolated public func rotationEffect(_ angle: Angle, anchor: UnitPoint = .center) -> some View {
        StubView(self)
    }
    // https://developer.apple.com/documentation/swiftui/view/animation(_:value:)
    nonisolated public func animation<V: Equatable>(_ animation: Animation?, value: V) -> some View {
        StubView(self)
    }
    // https://developer.apple.com/documentation/swiftui/view/badge(_:)
    @available(iOS 15.0, macOS 12.0, *)
    @available(tvOS, unavailable)
    @available(watchOS, unavailable)
    nonisolated public func badge<S: StringProtocol>(_ label: S?) -> some View {
        StubView(self, words: label.map { [String($0)] } ?? [])
    }
    // https://developer.apple.com/documentation/swiftui/view/pickerstyle(_:)
    nonisolated public func pickerStyle<S: PickerStyle>(_ style: S) -> some View { StubView(self) }
    // https://developer.apple.com/documentation/swiftui/view/buttonstyle(_:)
    nonisolated public func buttonStyle<S: PrimitiveButtonStyle>(_ style: S) -> some View { StubView(self) }
    // https://developer.apple.com/documentation/swiftui/view/tag(_:includeoptional:)
    nonisolated public func tag<V: Hashable>(_ tag: V, includeOptional: Bool = true) -> some View { StubView(self) }
    // https://developer.apple.com/documentation/swiftui/view/id(_:)
    nonisolated public func id<ID: Hashable>(_ id: ID) -> some View { StubView(self) }
    // https://developer.apple.com/documentation/swiftui/view/disabled(_:)
    nonisolated public func disabled(_ disabled: Bool) -> some View { StubView(self) }
}

// https://developer.apple.com/documentation/swiftui/pickerstyle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
@MainActor @preconcurrency
public protocol PickerStyle {}

// https://developer.apple.com/documentation/swiftui/segmentedpickerstyle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@available(watchOS, unavailable)
public struct SegmentedPickerStyle: PickerStyle {
    // https://developer.apple.com/documentation/swiftui/segmentedpickerstyle/init()
    nonisolated public init() {}
}

// https://developer.apple.com/documentation/swiftui/menupickerstyle
@available(iOS 14.0, macOS 11.0, tvOS 17.0, *)
@available(watchOS, unavailable)
public struct MenuPickerStyle: PickerStyle {
    // https://developer.apple.com/documentation/swiftui/menupickerstyle/init()
    nonisolated public init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, *)
@available(watchOS, unavailable)
extension PickerStyle where Self == SegmentedPickerStyle {
    // https://developer.apple.com/documentation/swiftui/pickerstyle/segmented
    public static var segmented: SegmentedPickerStyle { SegmentedPickerStyle() }
}

@available(iOS 14.0, macOS 11.0, tvOS 17.0, *)
@available(watchOS, unavailable)
extension PickerStyle where Self == MenuPickerStyle {
    // https://developer.apple.com/documentation/swiftui/pickerstyle/menu
    public static var menu: MenuPickerStyle { MenuPickerStyle() }
}

// https://developer.apple.com/documentation/swiftui/primitivebuttonstyle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
@MainActor @preconcurrency
public protocol PrimitiveButtonStyle {}

// https://developer.apple.com/documentation/swiftui/borderlessbuttonstyle
@available(iOS 13.0, macOS 10.15, tvOS 17.0, watchOS 8.0, *)
public struct BorderlessButtonStyle: PrimitiveButtonStyle {
    // https://developer.apple.com/documentation/swiftui/borderlessbuttonstyle/init()
    nonisolated public init() {}
}

// https://developer.apple.com/documentation/swiftui/borderedbuttonstyle
@available(iOS 15.0, macOS 10.15, tvOS 13.0, watchOS 7.0, *)
public struct BorderedButtonStyle: PrimitiveButtonStyle {
    // https://developer.apple.com/documentation/swiftui/borderedbuttonstyle/init()
    nonisolated public init() {}
}

// https://developer.apple.com/documentation/swiftui/borderedprominentbuttonstyle
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public struct BorderedProminentButtonStyle: PrimitiveButtonStyle {
    // https://developer.apple.com/documentation/swiftui/borderedprominentbuttonstyle/init()
    nonisolated public init() {}
}

@available(iOS 13.0, macOS 10.15, tvOS 17.0, watchOS 8.0, *)
extension PrimitiveButtonStyle where Self == BorderlessButtonStyle {
    // https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/borderless
    public static var borderless: BorderlessButtonStyle { BorderlessButtonStyle() }
}

@available(iOS 15.0, macOS 10.15, tvOS 13.0, watchOS 7.0, *)
extension PrimitiveButtonStyle where Self == BorderedButtonStyle {
    // https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/bordered
    public static var bordered: BorderedButtonStyle { BorderedButtonStyle() }
}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension PrimitiveButtonStyle where Self == BorderedProminentButtonStyle {
    // https://developer.apple.com/documentation/swiftui/primitivebuttonstyle/borderedprominent
    public static var borderedProminent: BorderedProminentButtonStyle { BorderedProminentButtonStyle() }
}

// MARK: - Accessibility

// https://developer.apple.com/documentation/swiftui/accessibilityattachmentmodifier
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct AccessibilityAttachmentModifier: ViewModifier {
    nonisolated let words: [String]

    // https://developer.apple.com/documentation/swiftui/viewmodifier/body(content:)
    public func body(content: Content) -> some View { StubView(content, words: words) }
}

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension View {
    // https://developer.apple.com/documentation/swiftui/view/accessibilitylabel(_:)
    nonisolated public func accessibilityLabel<S: StringProtocol>(
        _ label: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessible([String(label)])
    }
    // https://developer.apple.com/documentation/swiftui/view/accessibilityhint(_:)
    nonisolated public func accessibilityHint<S: StringProtocol>(
        _ hint: S
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessible([String(hint)])
    }
    // https://developer.apple.com/documentation/swiftui/view/accessibilityhidden(_:)
    nonisolated public func accessibilityHidden(
        _ hidden: Bool
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessible()
    }
    // https://developer.apple.com/documentation/swiftui/view/accessibilityaddtraits(_:)
    nonisolated public func accessibilityAddTraits(
        _ traits: AccessibilityTraits
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        accessible()
    }

    nonisolated private func accessible(
        _ words: [String] = []
    ) -> ModifiedContent<Self, AccessibilityAttachmentModifier> {
        modifier(AccessibilityAttachmentModifier(words: words))
    }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension View {
    // https://developer.apple.com/documentation/swiftui/view/accessibilityelement(children:)
    nonisolated public func accessibilityElement(
        children: AccessibilityChildBehavior = .ignore
    ) -> some View {
        StubView(self)
    }
}

// https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct AccessibilityChildBehavior: Hashable, Sendable {
    // https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior/ignore
    public static let ignore = AccessibilityChildBehavior()
    // https://developer.apple.com/documentation/swiftui/accessibilitychildbehavior/combine
    public static let combine = AccessibilityChildBehavior()
}

// https://developer.apple.com/documentation/swiftui/accessibilitytraits
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct AccessibilityTraits: Sendable {
    // https://developer.apple.com/documentation/swiftui/accessibilitytraits/isheader
    public static let isHeader = AccessibilityTraits()
}

// MARK: - What happens

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension View {
    // https://developer.apple.com/documentation/swiftui/view/onappear(perform:)
    nonisolated public func onAppear(perform action: (() -> Void)? = nil) -> some View {
        StubView(self, appearance: action)
    }
    // https://developer.apple.com/documentation/swiftui/view/ondisappear(perform:)
    nonisolated public func onDisappear(perform action: (() -> Void)? = nil) -> some View { StubView(self) }
    // https://developer.apple.com/documentation/swiftui/view/onchange(of:initial:_:)
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
    nonisolated public func onChange<V: Equatable>(
        of value: V, initial: Bool = false, _ action: @escaping () -> Void
    ) -> some View {
        StubView(self, appearance: initial ? action : nil)
    }
    // https://developer.apple.com/documentation/swiftui/view/onsubmit(of:_:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
    nonisolated public func onSubmit(
        of triggers: SubmitTriggers = .text, _ action: @escaping () -> Void
    ) -> some View {
        StubView(self)
    }
    // Apple's own module is made without the feature `NonisolatedNonsendingByDefault`.
    // https://developer.apple.com/documentation/swiftui/view/refreshable(action:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
    nonisolated public func refreshable(action: @escaping @concurrent @Sendable () async -> Void) -> some View {
        StubView(self)
    }
    // https://developer.apple.com/documentation/swiftui/view/swipeactions(edge:allowsfullswipe:content:)
    @available(iOS 15.0, macOS 12.0, watchOS 8.0, *)
    @available(tvOS, unavailable)
    nonisolated public func swipeActions<T: View>(
        edge: HorizontalEdge = .trailing, allowsFullSwipe: Bool = true, @ViewBuilder content: () -> T
    ) -> some View {
        StubView(self, content())
    }
}

// https://developer.apple.com/documentation/swiftui/horizontaledge
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
@frozen
public enum HorizontalEdge: Int8, CaseIterable, Codable {
    // https://developer.apple.com/documentation/swiftui/horizontaledge/leading
    case leading
    // https://developer.apple.com/documentation/swiftui/horizontaledge/trailing
    case trailing
}

// https://developer.apple.com/documentation/swiftui/submittriggers
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public struct SubmitTriggers: OptionSet, Sendable {
    // https://developer.apple.com/documentation/swiftui/submittriggers/rawvalue
    public let rawValue: Int
    // https://developer.apple.com/documentation/swiftui/submittriggers/init(rawvalue:)
    public init(rawValue: Int) { self.rawValue = rawValue }
    // https://developer.apple.com/documentation/swiftui/submittriggers/text
    public static let text = SubmitTriggers(rawValue: 1)
    // https://developer.apple.com/documentation/swiftui/submittriggers/search
    public static let search = SubmitTriggers(rawValue: 2)
}

// MARK: - Screens

@available(iOS 14.0, macOS 11.0, tvOS 14.0, watchOS 7.0, *)
extension View {
    // https://developer.apple.com/documentation/swiftui/view/navigationtitle(_:)
    nonisolated public func navigationTitle<S: StringProtocol>(_ title: S) -> some View {
        StubView(self, words: [String(title)])
    }
    // https://developer.apple.com/documentation/swiftui/view/navigationdestination(item:destination:)
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
    nonisolated public func navigationDestination<D: Hashable, C: View>(
        item: Binding<D?>, @ViewBuilder destination: @escaping (D) -> C
    ) -> some View {
        StubView(self)
    }
    // https://developer.apple.com/documentation/swiftui/view/toolbar(content:)
    nonisolated public func toolbar<Content: View>(@ViewBuilder content: () -> Content) -> some View {
        StubView(self, content())
    }
    // https://developer.apple.com/documentation/swiftui/view/searchable(text:placement:prompt:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
    nonisolated public func searchable<S: StringProtocol>(
        text: Binding<String>, placement: SearchFieldPlacement = .automatic, prompt: S
    ) -> some View {
        StubView(self, words: [String(prompt)])
    }
    // https://developer.apple.com/documentation/swiftui/view/alert(_:ispresented:presenting:actions:message:)
    @available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
    nonisolated public func alert<S: StringProtocol, A: View, M: View, T>(
        _ title: S, isPresented: Binding<Bool>, presenting data: T?, @ViewBuilder actions: (T) -> A,
        @ViewBuilder message: (T) -> M
    ) -> some View {
        guard let data else { return StubView(self) }
        return StubView(self, Text(title), actions(data), message(data))
    }
}

// https://developer.apple.com/documentation/swiftui/searchfieldplacement
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public struct SearchFieldPlacement: Sendable {
    // https://developer.apple.com/documentation/swiftui/searchfieldplacement/automatic
    public static let automatic = SearchFieldPlacement()
}

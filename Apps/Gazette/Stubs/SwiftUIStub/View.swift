// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

// SwiftUI, as far as the views of Gazette use it: Apple's names, generics and isolation, so that views that compile
// here compile there. What each declaration is for, Apple documents; nothing is drawn. Add what a view needs, and no
// more.

@MainActor @preconcurrency
public protocol View {
    associatedtype Body: View
    @ViewBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: View {
    public var body: Never { self }
}

@resultBuilder
public struct ViewBuilder {
    public static func buildExpression<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock() -> EmptyView { EmptyView() }
    public static func buildBlock<Content: View>(_ content: Content) -> Content { content }
    public static func buildBlock<each Content: View>(
        _ content: repeat each Content
    ) -> TupleView<(repeat each Content)> {
        var parts: [any View] = []
        for part in repeat each content { parts.append(part) }
        return TupleView((repeat each content), parts)
    }
    public static func buildIf<Content: View>(_ content: Content?) -> Content? { content }
    public static func buildEither<First: View, Second: View>(
        first: First
    ) -> _ConditionalContent<First, Second> { _ConditionalContent(part: first) }
    public static func buildEither<First: View, Second: View>(
        second: Second
    ) -> _ConditionalContent<First, Second> { _ConditionalContent(part: second) }
}

public struct EmptyView {
    nonisolated public init() {}
}

extension EmptyView: StubElement {}

public struct TupleView<T> {
    public var value: T
    public let parts: [any View]

    init(_ value: T, _ parts: [any View]) {
        self.value = value
        self.parts = parts
    }
}

extension TupleView: StubElement {}

public struct _ConditionalContent<TrueContent, FalseContent> {
    let part: any View
}

extension _ConditionalContent: StubElement, View where TrueContent: View, FalseContent: View {
    public var parts: [any View] { [part] }
}

extension Optional: StubElement, View where Wrapped: View {
    public typealias Body = Never
    public var parts: [any View] { map { [$0] } ?? [] }
}

public struct Group<Content> {
    let content: Content
}

extension Group: StubElement, View where Content: View {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
    public var parts: [any View] { [content] }
}

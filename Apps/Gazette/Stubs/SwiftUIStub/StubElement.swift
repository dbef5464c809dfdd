// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

/// A view of the stub itself: instead of being drawn, it reports its texts, its parts and its actions on appearance.
///
/// It does not exist on Apple's platforms; only ``StubHost`` and the views of the stub use it.
package protocol StubElement: View where Body == Never {
    @MainActor var parts: [any View] { get }
    @MainActor var words: [String] { get }
    @MainActor var appearance: (() -> Void)? { get }
}

extension StubElement {
    package var parts: [any View] { [] }
    package var words: [String] { [] }
    package var appearance: (() -> Void)? { nil }
    // https://developer.apple.com/documentation/swiftui/view/body-8kl5o
    public var body: Never { fatalError("A view of the stub has no body.") }
}

/// The stub's form of a modified view.
struct StubView {
    let parts: [any View]
    var words: [String] = []
    var appearance: (() -> Void)?

    init(_ parts: any View..., words: [String] = [], appearance: (() -> Void)? = nil) {
        self.parts = parts
        self.words = words
        self.appearance = appearance
    }
}

extension StubView: StubElement {}

/// Evaluates views, which are drawn nowhere, for tests.
///
/// State lives as long as the view that is held. The destinations of links are not evaluated.
@MainActor
package enum StubHost {
    /// The words of a view and of all its parts, from top to bottom.
    package static func words(of view: some View) -> [String] {
        guard let element = view as? any StubElement else { return words(of: view.body) }
        return element.words + element.parts.flatMap { words(of: $0) }
    }

    /// Does what is to be done when a view and its parts appear.
    package static func appear(_ view: some View) {
        guard let element = view as? any StubElement else { return appear(view.body) }
        element.appearance?()
        for part in element.parts { appear(part) }
    }
}

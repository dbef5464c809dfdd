// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

@MainActor @preconcurrency
public protocol Scene {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
}

extension Never: Scene {}

@resultBuilder
public struct SceneBuilder {
    public static func buildExpression<Content: Scene>(_ content: Content) -> Content { content }
    public static func buildBlock<Content: Scene>(_ content: Content) -> Content { content }
}

public struct WindowGroup<Content> {
    let content: Content
}

extension WindowGroup: Scene where Content: View {
    nonisolated public init(@ViewBuilder content: () -> Content) { self.content = content() }
    /// Type-checked only: there is no value of type `Never`.
    public var body: Never { return fatalError("A scene of the stub has no body.") }
}

@MainActor @preconcurrency
public protocol App {
    associatedtype Body: Scene
    @SceneBuilder @MainActor @preconcurrency var body: Self.Body { get }
    @MainActor @preconcurrency init()
}

extension App {
    @MainActor public static func main() {
        print("This program wants SwiftUI, which is on Apple's platforms alone. Here its views are type-checked only.")
    }
}

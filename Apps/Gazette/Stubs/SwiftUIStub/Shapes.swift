// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation

public protocol Shape: Sendable, View {}

public protocol ShapeStyle: Sendable {}

/// The stub's form of a shape.
struct StubShape {}

extension StubShape: Shape, StubElement {}

public struct Circle: Sendable {
    nonisolated public init() {}
}

extension Circle: Shape, StubElement {}

public struct RoundedRectangle: Sendable {
    nonisolated public init(cornerRadius: CGFloat) {}
}

extension RoundedRectangle: Shape, StubElement {}

public struct StrokeStyle: Equatable, Sendable {
    public init(lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt) {}
}

/// Core Graphics' own, on Apple's platforms.
public enum CGLineCap: Int32, Sendable {
    case butt, round, square
}

extension Shape {
    nonisolated public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> some Shape {
        StubShape()
    }

    nonisolated public func stroke<S: ShapeStyle>(_ content: S, style: StrokeStyle) -> some View { StubShape() }
    nonisolated public func stroke<S: ShapeStyle>(_ content: S, lineWidth: CGFloat = 1) -> some View { StubShape() }
    nonisolated public func fill<S: ShapeStyle>(_ content: S) -> some View { StubShape() }
}

public struct Color: Hashable, Sendable, ShapeStyle {
    public static let clear = Color()
    public static let red = Color()
    public static let orange = Color()
    public static let yellow = Color()
    public static let green = Color()
    public static let secondary = Color()

    public func opacity(_ opacity: Double) -> Color { self }
}

extension Color: StubElement {}

public struct HierarchicalShapeStyle: ShapeStyle {}

extension ShapeStyle where Self == HierarchicalShapeStyle {
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
    public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

extension ShapeStyle where Self == Color {
    public static var red: Color { .init() }
}

public struct Material: Sendable, ShapeStyle {}

extension ShapeStyle where Self == Material {
    public static var regularMaterial: Material { Material() }
}

public struct Angle: Hashable, Sendable {
    public static func degrees(_ degrees: Double) -> Angle { Angle() }
}

public struct Animation: Equatable, Sendable {
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

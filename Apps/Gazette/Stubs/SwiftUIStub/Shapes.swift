// The documentation is that of the declarations of the same names on Apple's platforms.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

public import Foundation
#if canImport(CoreGraphics)
public import CoreGraphics
#endif

// https://developer.apple.com/documentation/swiftui/shape
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public protocol Shape: Sendable, View {}

// https://developer.apple.com/documentation/swiftui/shapestyle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public protocol ShapeStyle: Sendable {}

/// The stub's form of a shape.
struct StubShape {}

extension StubShape: Shape, StubElement {}

// https://developer.apple.com/documentation/swiftui/circle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct Circle: Sendable {
    // https://developer.apple.com/documentation/swiftui/circle/init()
    nonisolated public init() {}
}

// https://developer.apple.com/documentation/swiftui/circle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Circle: Shape, StubElement {}

// https://developer.apple.com/documentation/swiftui/roundedcornerstyle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public enum RoundedCornerStyle: Sendable {
    // https://developer.apple.com/documentation/swiftui/roundedcornerstyle/circular
    case circular
    // https://developer.apple.com/documentation/swiftui/roundedcornerstyle/continuous
    case continuous
}

// https://developer.apple.com/documentation/swiftui/roundedrectangle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct RoundedRectangle: Sendable {
    // https://developer.apple.com/documentation/swiftui/roundedrectangle/init(cornerradius:style:)
    nonisolated public init(cornerRadius: CGFloat, style: RoundedCornerStyle = .continuous) {}
}

// https://developer.apple.com/documentation/swiftui/roundedrectangle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension RoundedRectangle: Shape, StubElement {}

// https://developer.apple.com/documentation/swiftui/fillstyle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct FillStyle: Equatable, Sendable {
    // https://developer.apple.com/documentation/swiftui/fillstyle/init(eofill:antialiased:)
    public init(eoFill: Bool = false, antialiased: Bool = true) {}
}

// https://developer.apple.com/documentation/swiftui/strokestyle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct StrokeStyle: Equatable, Sendable {
    // https://developer.apple.com/documentation/swiftui/strokestyle
    public init(
        lineWidth: CGFloat = 1, lineCap: CGLineCap = .butt, lineJoin: CGLineJoin = .miter, miterLimit: CGFloat = 10,
        dash: [CGFloat] = [CGFloat](), dashPhase: CGFloat = 0
    ) {}
}

#if !canImport(CoreGraphics)
// https://developer.apple.com/documentation/coregraphics/cglinecap
public enum CGLineCap: Int32, Sendable {
    // https://developer.apple.com/documentation/coregraphics/cglinecap/butt
    case butt
    // https://developer.apple.com/documentation/coregraphics/cglinecap/round
    case round
    // https://developer.apple.com/documentation/coregraphics/cglinecap/square
    case square
}

// https://developer.apple.com/documentation/coregraphics/cglinejoin
public enum CGLineJoin: Int32, Sendable {
    // https://developer.apple.com/documentation/coregraphics/cglinejoin/miter
    case miter
    // https://developer.apple.com/documentation/coregraphics/cglinejoin/round
    case round
    // https://developer.apple.com/documentation/coregraphics/cglinejoin/bevel
    case bevel
}
#endif

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Shape {
    // https://developer.apple.com/documentation/swiftui/shape/trim(from:to:)
    nonisolated public func trim(from startFraction: CGFloat = 0, to endFraction: CGFloat = 1) -> some Shape {
        StubShape()
    }
    // https://developer.apple.com/documentation/swiftui/shape/stroke(_:style:antialiased:)
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
    nonisolated public func stroke<S: ShapeStyle>(
        _ content: S, style: StrokeStyle, antialiased: Bool = true
    ) -> StrokeShapeView<Self, S, EmptyView> {
        StrokeShapeView()
    }
    // https://developer.apple.com/documentation/swiftui/shape/stroke(_:linewidth:antialiased:)
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
    nonisolated public func stroke<S: ShapeStyle>(
        _ content: S, lineWidth: CGFloat = 1, antialiased: Bool = true
    ) -> StrokeShapeView<Self, S, EmptyView> {
        StrokeShapeView()
    }
    // https://developer.apple.com/documentation/swiftui/shape/fill(_:style:)
    @available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
    nonisolated public func fill<S: ShapeStyle>(
        _ content: S, style: FillStyle = FillStyle()
    ) -> FillShapeView<Self, S, EmptyView> {
        FillShapeView()
    }
}

// https://developer.apple.com/documentation/swiftui/strokeshapeview
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
public struct StrokeShapeView<Content, Style, Background> where Content: Shape, Style: ShapeStyle, Background: View {}

// https://developer.apple.com/documentation/swiftui/strokeshapeview
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension StrokeShapeView: StubElement, View {}

// https://developer.apple.com/documentation/swiftui/fillshapeview
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
public struct FillShapeView<Content, Style, Background> where Content: Shape, Style: ShapeStyle, Background: View {}

// https://developer.apple.com/documentation/swiftui/fillshapeview
@available(iOS 17.0, macOS 14.0, tvOS 17.0, watchOS 10.0, *)
extension FillShapeView: StubElement, View {}

// https://developer.apple.com/documentation/swiftui/color
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct Color: Hashable, Sendable, ShapeStyle {
    // https://developer.apple.com/documentation/swiftui/color/clear
    public static let clear = Color()
    // https://developer.apple.com/documentation/swiftui/color/red
    public static let red = Color()
    // https://developer.apple.com/documentation/swiftui/color/orange
    public static let orange = Color()
    // https://developer.apple.com/documentation/swiftui/color/yellow
    public static let yellow = Color()
    // https://developer.apple.com/documentation/swiftui/color/green
    public static let green = Color()
    // https://developer.apple.com/documentation/swiftui/color/secondary
    public static let secondary = Color()

    // https://developer.apple.com/documentation/swiftui/color/opacity(_:)
    public func opacity(_ opacity: Double) -> Color { self }
}

// https://developer.apple.com/documentation/swiftui/color
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension Color: StubElement, View {}

// https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
public struct HierarchicalShapeStyle: ShapeStyle {}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 8.0, *)
extension ShapeStyle where Self == HierarchicalShapeStyle {
    // https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle
    public static var secondary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
    // https://developer.apple.com/documentation/swiftui/hierarchicalshapestyle
    public static var quaternary: HierarchicalShapeStyle { HierarchicalShapeStyle() }
}

@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
extension ShapeStyle where Self == Color {
    // https://developer.apple.com/documentation/swiftui/shapestyle/red
    public static var red: Color { .init() }
}

// https://developer.apple.com/documentation/swiftui/material
@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 10.0, *)
public struct Material: Sendable, ShapeStyle {}

@available(iOS 15.0, macOS 12.0, tvOS 15.0, watchOS 10.0, *)
extension ShapeStyle where Self == Material {
    // https://developer.apple.com/documentation/swiftui/shapestyle/regularmaterial
    public static var regularMaterial: Material { Material() }
}

// https://developer.apple.com/documentation/swiftui/angle
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct Angle: Hashable, Sendable {
    // https://developer.apple.com/documentation/swiftui/angle/degrees(_:)
    public static func degrees(_ degrees: Double) -> Angle { Angle() }
}

// https://developer.apple.com/documentation/swiftui/animation
@available(iOS 13.0, macOS 10.15, tvOS 13.0, watchOS 6.0, *)
public struct Animation: Equatable, Sendable {
    // https://developer.apple.com/documentation/swiftui/animation/easeinout(duration:)
    public static func easeInOut(duration: TimeInterval) -> Animation { Animation() }
    // https://developer.apple.com/documentation/swiftui/animation/repeatforever(autoreverses:)
    public func repeatForever(autoreverses: Bool = true) -> Animation { self }
}

/// The frames that posters are shown in, in points, the same on every screen.
public struct PosterFrame: Hashable, Sendable {
    /// The width in points.
    public let width: Double
    /// The height in points.
    public let height: Double

    /// A small poster.
    public static let small = PosterFrame(width: 53, height: 80)
    /// A medium poster.
    public static let medium = PosterFrame(width: 100, height: 150)
    /// A large poster.
    public static let big = PosterFrame(width: 250, height: 375)

    /// The frame of pictures that are as wide as high.
    public static let square = PosterFrame(width: 80, height: 80)

    /// The radius of the corners in points.
    public static let cornerRadius = 5.0
    /// The opacity of the frame until its picture has loaded.
    public static let opacityWhileLoading = 0.1
}

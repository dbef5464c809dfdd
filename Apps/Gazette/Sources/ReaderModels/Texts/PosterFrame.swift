/// The frames that posters are shown in, in points, the same on every screen.
public struct PosterFrame: Hashable, Sendable {
    public let width: Double
    public let height: Double

    public static let small = PosterFrame(width: 53, height: 80)
    public static let medium = PosterFrame(width: 100, height: 150)
    public static let big = PosterFrame(width: 250, height: 375)

    /// The frame of pictures that are as wide as high.
    public static let square = PosterFrame(width: 80, height: 80)

    public static let cornerRadius = 5.0
    /// How opaque the frame is until its picture has come.
    public static let opacityWhileLoading = 0.1
}

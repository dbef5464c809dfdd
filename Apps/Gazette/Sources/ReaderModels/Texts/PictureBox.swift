/// The layout of the placeholder box that is shown until an article's picture has loaded.
public enum PictureBox {
    /// Its width, as a share of the available width.
    public static let widthShare = 0.75
    /// Its width, as a multiple of its height.
    public static let aspectRatio = 1 / 0.6
    /// The time in seconds in which its words swing from one side to the other.
    public static let swingSeconds = 1.0

    /// The rotation of its words in degrees, which swings unless the user prefers less motion.
    public static func degrees(isSwung: Bool, reducesMotion: Bool) -> Double {
        reducesMotion ? 0 : isSwung ? 60 : -60
    }
}

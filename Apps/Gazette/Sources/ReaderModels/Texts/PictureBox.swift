/// The box that stands in the place of an article's picture until that has come.
public enum PictureBox {
    /// Its share of the width that there is.
    public static let widthShare = 0.75
    /// Its width, as a multiple of its height.
    public static let aspectRatio = 1 / 0.6
    /// The seconds that its words take from one side to the other.
    public static let swingSeconds = 1.0

    /// The rotation of its words in degrees, which swings unless the user prefers less motion.
    public static func degrees(isSwung: Bool, reducesMotion: Bool) -> Double {
        reducesMotion ? 0 : isSwung ? 60 : -60
    }
}

/// The colour of a score's ring, by its percent.
public enum ScoreBand: String, Hashable, Sendable, CaseIterable {
    case red, orange, yellow, green

    /// The width of the ring in points.
    public static let diameter = 44.0
    /// The width of the line in points.
    public static let lineWidth = 4.0
    /// The start of the ring in degrees: at the top.
    public static let startDegrees = -90.0

    /// Makes the band of a score.
    public init(percent: Int) {
        self =
            switch percent {
            case ..<40: .red
            case ..<60: .orange
            case ..<75: .yellow
            default: .green
            }
    }
}

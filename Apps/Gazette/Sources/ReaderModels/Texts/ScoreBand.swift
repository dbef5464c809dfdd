/// The colour of a score's ring, by its percent.
public enum ScoreBand: String, Hashable, Sendable, CaseIterable {
    case red, orange, yellow, green

    /// How wide the ring is, in points.
    public static let diameter = 44.0
    public static let lineWidth = 4.0
    /// Where the ring begins, in degrees: at the top.
    public static let startDegrees = -90.0

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

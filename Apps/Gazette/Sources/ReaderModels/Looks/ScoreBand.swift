/// The colour of a score's ring, by its percent.
public enum ScoreBand: String, Hashable, Sendable, CaseIterable {
    case red, orange, yellow, green

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

/// How far a fetch has come, without its value.
public enum FetchStatus: String, Sendable, Hashable, CaseIterable {
    /// Nothing runs: nothing was asked for, or it failed, or it was cancelled.
    case ready
    /// A fetch is under way.
    case ongoing
    /// The last fetch brought its value.
    case finished
}

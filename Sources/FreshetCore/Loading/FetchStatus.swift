/// The status of a fetch, without its value.
public enum FetchStatus: String, Sendable, Hashable, CaseIterable {
    /// No fetch is running: none has begun, or the last one failed or was cancelled.
    case ready
    /// A fetch is running.
    case ongoing
    /// The last fetch succeeded.
    case finished
}

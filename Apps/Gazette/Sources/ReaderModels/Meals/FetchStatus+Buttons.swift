public import Freshet

extension FetchStatus {
    /// Whether a fetch may begin.
    public var canFetch: Bool { self != .ongoing }

    /// Whether there is a fetch to cancel.
    public var canCancel: Bool { self == .ongoing }
}

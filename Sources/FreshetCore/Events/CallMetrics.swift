/// What a call took.
public struct CallMetrics: Sendable, Hashable {
    /// From the start of the call to its end.
    public var duration: Duration = .zero
    /// From the start of the call to the head of its final answer.
    public var timeToHead: Duration = .zero
    /// The bytes of the decoded body.
    public var bodyBytes = 0
    /// The requests that went to the transport: 1, and one for each redirect and each further attempt. Calls that share an
    /// exchange all tell its number.
    public var attempts = 0
    /// The redirects that were followed.
    public var redirects = 0

    public init() {}
}

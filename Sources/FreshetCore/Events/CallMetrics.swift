/// The measurements of a call.
public struct CallMetrics: Sendable, Hashable {
    private struct Content: Sendable, Hashable {
        var duration = Duration.zero
        var timeToHead = Duration.zero
        var bodyBytes = 0
        var attempts = 0
        var redirects = 0
        var lastAttempt: AttemptMetrics?
    }

    private static let zero = Box(Content())

    /// On the heap: every response has metrics, and every frame that holds one would have them, too.
    private var box = Self.zero

    /// Makes metrics of zero.
    public init() {}

    /// The time from the start of the call to its end.
    public var duration: Duration {
        get { box.value.duration }
        set { own().value.duration = newValue }
    }

    /// The time from the start of the call to the head of its final response.
    public var timeToHead: Duration {
        get { box.value.timeToHead }
        set { own().value.timeToHead = newValue }
    }

    /// The number of bytes of the decoded body.
    public var bodyBytes: Int {
        get { box.value.bodyBytes }
        set { own().value.bodyBytes = newValue }
    }

    /// The number of requests that went to the transport: 1, and one for each redirect, each retry and each repetition
    /// on a fresh connection. Calls that share a request all report its number.
    public var attempts: Int {
        get { box.value.attempts }
        set { own().value.attempts = newValue }
    }

    /// The number of redirects that were followed.
    public var redirects: Int {
        get { box.value.redirects }
        set { own().value.redirects = newValue }
    }

    /// What the transport has measured of the last attempt; `nil` if nothing was sent, or it measures nothing.
    public var lastAttempt: AttemptMetrics? {
        get { box.value.lastAttempt }
        set { own().value.lastAttempt = newValue }
    }

    /// The content for a change: it is copied first if others share it.
    private mutating func own() -> Box<Content> {
        if !isKnownUniquelyReferenced(&box) { box = box.copy() }
        return box
    }
}

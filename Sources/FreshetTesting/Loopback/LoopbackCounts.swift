#if NIO

/// What a loopback server has seen.
public struct LoopbackCounts: Sendable, Hashable {
    /// The connections that were accepted.
    public internal(set) var connections = 0
    /// The connections that are open now.
    public internal(set) var openConnections = 0
    /// The exchanges that were started: the heads of requests.
    public internal(set) var exchanges = 0
    /// The exchanges whose answer is not complete yet.
    public internal(set) var openExchanges = 0
    /// The exchanges that the client ended before their answer was complete.
    public internal(set) var abortedExchanges = 0
    /// The bytes of answers that the network took.
    public internal(set) var writtenBytes = 0
}
#endif

#if NIO

/// The counts of a loopback server.
public struct LoopbackCounts: Sendable, Hashable {
    /// The number of accepted connections.
    public internal(set) var connections = 0
    /// The number of open connections.
    public internal(set) var openConnections = 0
    /// The number of exchanges: the received heads of requests.
    public internal(set) var exchanges = 0
    /// The number of exchanges whose response is not complete yet.
    public internal(set) var openExchanges = 0
    /// The number of exchanges that the client ended before their response was complete.
    public internal(set) var abortedExchanges = 0
    /// The number of bytes of responses that were written to the network.
    public internal(set) var writtenBytes = 0
}
#endif

#if NIO

/// The numbers of connections, exchanges and bytes of a loopback server.
public struct LoopbackCounts: Sendable, Hashable {
    /// The number of accepted connections.
    public internal(set) var connections = 0
    /// The number of open connections.
    public internal(set) var openConnections = 0
    /// The number of exchanges, that is, of received request heads.
    public internal(set) var exchanges = 0
    /// The number of exchanges whose response isn't complete yet.
    public internal(set) var openExchanges = 0
    /// The number of exchanges that the client ended before the response was complete.
    public internal(set) var abortedExchanges = 0
    /// The number of response bytes written to the network.
    public internal(set) var writtenBytes = 0
}
#endif

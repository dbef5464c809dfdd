#if NIO
/// The counts and the received requests of a loopback server.
struct LoopbackLedger {
    var counts = LoopbackCounts()
    var requests: [LoopbackRequest] = []
}
#endif

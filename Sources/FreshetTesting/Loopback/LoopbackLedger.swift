#if NIO
/// What a loopback server has counted and received.
struct LoopbackLedger {
    var counts = LoopbackCounts()
    var requests: [LoopbackRequest] = []
}
#endif

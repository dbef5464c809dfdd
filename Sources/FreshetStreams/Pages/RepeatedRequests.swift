/// Detects whether an iteration has sent a request before.
///
/// It stores an 8-byte fingerprint of each request, up to a limit. Beyond that, it compares the
/// fingerprint of every request whose number is a power of two with the following ones (Brent's
/// algorithm), so that any loop is detected in constant memory.
struct RepeatedRequests {
    private let limit: Int
    private var known: Set<Int> = []
    private var anchor: Int?
    private var count = 0

    init(limit: Int = 1 << 16) {
        self.limit = limit
    }

    /// Records a request, and returns whether it was recorded before.
    mutating func isRepeated(_ fingerprint: Int) -> Bool {
        if fingerprint == anchor || known.contains(fingerprint) { return true }
        count += 1
        if known.count < limit {
            known.insert(fingerprint)
        } else if count & (count - 1) == 0 {
            anchor = fingerprint
        }
        return false
    }
}

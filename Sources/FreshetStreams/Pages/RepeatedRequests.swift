/// Detects a request that an iteration has sent before.
///
/// It stores a fingerprint of each request, 8 bytes, up to a limit. Beyond that, the fingerprint of every request
/// whose number is a power of two is compared with those after it (Brent's algorithm), so that any loop is detected
/// in constant memory.
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

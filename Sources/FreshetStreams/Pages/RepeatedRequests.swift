/// Notices a request that an iteration has sent before.
///
/// It remembers a number for each request, 8 bytes, up to a limit. Beyond that, the number of every request whose count is a power
/// of two is compared with those after it (Brent's algorithm), so that any loop is noticed in constant memory.
struct RepeatedRequests {
    private let limit: Int
    private var known: Set<Int> = []
    private var anchor: Int?
    private var count = 0

    init(limit: Int = 1 << 16) {
        self.limit = limit
    }

    /// Notes a request; returns whether it was there before.
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

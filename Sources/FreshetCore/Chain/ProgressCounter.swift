import HTTPTypes

/// A counter of a call's bytes, which decides when progress is reported.
struct ProgressCounter {
    /// The shortest time between two reports.
    static let interval = Duration.seconds(1) / 60

    private(set) var sent = ByteRate()
    private(set) var received = ByteRate()
    private var reportedAt: Duration?
    private var isDue = false
    private var isEnded = false

    /// Begins an attempt.
    mutating func begin(sending total: Int?) {
        sent = ByteRate(total: total)
        received = ByteRate()
        isDue = true
    }

    /// Begins to count the body of a response, from zero or from a partial response's offset.
    mutating func beginReceiving(_ head: HTTPResponse) {
        if let part = ContentRange(of: head) {
            received = ByteRate(total: part.length, from: part.range.lowerBound)
        } else {
            received = ByteRate(total: head.headerFields.contentLength)
        }
        isDue = true
    }

    mutating func countSent(_ bytes: Int, at now: Duration) {
        sent.count(bytes, at: now)
        isDue = true
    }

    mutating func countReceived(_ bytes: Int, at now: Duration) {
        received.count(bytes, at: now)
        isDue = true
    }

    /// Ends the call: the next report is the last one.
    mutating func end() {
        guard !isEnded else { return }
        isEnded = true
        isDue = true
    }

    /// Returns the next report; `nil` if none is due.
    mutating func report(at now: Duration) -> TransferProgress? {
        guard isDue else { return nil }
        // The last report is never left out: a progress bar would stop short of its end.
        if !isEnded, let reportedAt, now - reportedAt < Self.interval { return nil }
        isDue = false
        reportedAt = now
        return TransferProgress(sent: sent.direction(at: now), received: received.direction(at: now), isLast: isEnded)
    }
}

/// The number of bytes in one direction, and their rate.
struct ByteRate {
    /// The time over which the rate is measured.
    private static let window = Duration.seconds(4)
    /// The shortest time over which a rate is computed, and the time between two marks.
    private static let step = Duration.milliseconds(250)

    private(set) var bytes = 0
    var total: Int?
    /// The number of bytes at some moments of the window, the earliest first.
    private var marks: [(time: Duration, bytes: Int)] = []

    init(total: Int? = nil, from bytes: Int = 0) {
        self.total = total
        self.bytes = bytes
    }

    mutating func count(_ more: Int, at now: Duration) {
        if marks.last.map({ now - $0.time >= Self.step }) ?? true {
            marks.append((now, bytes))
            // The first mark outside the window stays: the measured time begins there.
            while marks.count > 2, now - marks[1].time >= Self.window { marks.removeFirst() }
        }
        // A partial response's offset comes from the server, so the sum could overflow.
        bytes += min(more, .max - bytes)
    }

    func direction(at now: Duration) -> TransferProgress.Direction {
        TransferProgress.Direction(bytes: bytes, total: total, rate: rate(at: now))
    }

    /// Returns the bytes per second since the earliest mark; `nil` if too little time has passed.
    private func rate(at now: Duration) -> Double? {
        guard let first = marks.first, now - first.time >= Self.step else { return nil }
        return Double(bytes - first.bytes) / ((now - first.time) / .seconds(1))
    }
}

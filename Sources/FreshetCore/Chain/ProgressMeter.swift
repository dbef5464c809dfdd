/// Counts the bytes of one call and reports its progress.
final class ProgressMeter: Sendable {
    private let counter: SerialDelivery<ProgressCounter>
    private let time: TimeSource
    private let receive: @Sendable (TransferProgress) -> Void

    init(time: TimeSource, receive: @escaping @Sendable (TransferProgress) -> Void) {
        counter = SerialDelivery(ProgressCounter())
        self.time = time
        self.receive = receive
    }

    /// Changes the counts, and reports them if a report is due.
    func update(_ change: (inout ProgressCounter, _ now: Duration) -> Void) {
        let now = time.now()
        counter.withLock { change(&$0, now) }
        counter.deliver {
            $0.report(at: now)
        } to: {
            receive($0)
        }
    }
}

import Synchronization

/// What is counted of a call, or of an exchange.
final class CallCounters: Sendable {
    private let sent: Atomic<Int>
    private let repeated = Atomic<Int>(0)
    private let start: Int

    /// - Parameter sent: The requests that the call has sent before.
    init(sent: Int = 0) {
        start = sent
        self.sent = Atomic(sent)
    }

    /// The requests that went to the transport.
    var attempts: Int { sent.load(ordering: .relaxed) }

    /// Those of them that were not there at the start.
    var newAttempts: Int { attempts - start }

    /// How often an attempt followed one that had failed.
    var retries: Int { repeated.load(ordering: .relaxed) }

    /// Counts a request that goes to the transport, and returns its number.
    func countAttempt() -> Int { sent.wrappingAdd(1, ordering: .relaxed).newValue }

    func countRetry() { repeated.wrappingAdd(1, ordering: .relaxed) }

    /// Adds the requests that an exchange has sent for the call.
    func add(attempts count: Int) { sent.wrappingAdd(count, ordering: .relaxed) }
}

/// Where an exchange says how it is ended from outside of the task that waits for it, as a timeout has to.
package protocol StopSignal: AnyObject, Sendable {
    /// Sets what ends the exchange: run at once when it has to end already, and good until the next one is set.
    func onStop(_ stop: (@Sendable () -> Void)?)
}

/// An exchange that is about to begin. A class, since it is large and every task that waits would hold a copy.
package final class Outgoing: Sendable {
    package let request: TransportRequest
    /// Ends the exchange; `nil` when nobody but its task does.
    package let stopSignal: (any StopSignal)?

    package init(_ request: TransportRequest, stopSignal: (any StopSignal)? = nil) {
        self.request = request
        self.stopSignal = stopSignal
    }
}

/// A transport that heeds the signal of its exchanges. An exchange of any other one is waited for in a task of its own, which can
/// be cancelled.
package protocol StoppableTransport: Transport {
    /// Whether it does, in its present configuration.
    var isStoppable: Bool { get }

    /// Sends as the other one does, and ends when the signal says so, too: also while a chunk of the body is waited for.
    func send(_ outgoing: Outgoing) async throws(FetchError) -> TransportResponse
}

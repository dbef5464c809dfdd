/// Where an exchange says how it is ended from outside of the task that waits for it, as a timeout has to.
package protocol StopSignal: AnyObject, Sendable {
    /// Sets what ends the exchange: run at once when it has to end already, and good until the next one is set.
    func onStop(_ stop: (@Sendable () -> Void)?)
}

/// A transport that heeds the signal of its requests. An exchange of any other one is waited for in a task of its own, which can
/// be cancelled.
package protocol StoppableTransport: Transport {
    /// Whether it does, in its present configuration.
    var isStoppable: Bool { get }
}

extension Transport {
    package var heedsStopSignal: Bool { (self as? any StoppableTransport)?.isStoppable ?? false }
}

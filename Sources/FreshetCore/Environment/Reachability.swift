/// Reports whether the machine certainly has no network: ``ClientConfiguration/reachability``.
///
/// No API can predict that a server will respond. Only the opposite is certain: without a network,
/// no server responds. That is why the protocol has only ``isOffline``. The machine's own
/// addresses, such as `localhost`, can be reached even then.
///
/// Apps use ``SystemReachability``; tests use `ManualReachability` from FreshetTesting.
public protocol Reachability: Sendable {
    /// Whether no other machine can be reached; `false` if that isn't known, so that requests are
    /// attempted.
    var isOffline: Bool { get }

    /// Observes changes of ``isOffline``.
    ///
    /// - Parameter change: Called with each new value, on any thread. Return quickly.
    /// - Returns: The observation, which ends when it is released.
    func observe(_ change: @escaping @Sendable (_ isOffline: Bool) -> Void) -> EnvironmentObservation
}

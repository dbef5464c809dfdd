/// Reports whether the machine certainly has no network: ``ClientConfiguration/reachability``.
///
/// No API can report that a server will respond. Only its opposite is certain: none responds while there is no network,
/// so the protocol has only ``isOffline``. It does not concern this machine, whose own addresses always work.
///
/// Apps use ``SystemReachability``, and tests `ManualReachability` of FreshetTesting.
public protocol Reachability: Sendable {
    /// Whether no other machine can be reached. `false` where that is not known: then requests are tried.
    var isOffline: Bool { get }

    /// Observes the changes of ``isOffline``.
    ///
    /// - Parameter change: Called with each new value, on any thread. Return quickly.
    /// - Returns: The observation, which ends when it is released.
    func observe(_ change: @escaping @Sendable (_ isOffline: Bool) -> Void) -> EnvironmentObservation
}

/// Reports whether the machine certainly has no network: ``ClientConfiguration/reachability``.
///
/// No API can report that a server will respond. Only its opposite is certain: none responds while there is no network,
/// so the protocol has only ``isCertainlyOffline``. It does not concern this machine, whose own addresses always work.
///
/// Apps use ``SystemReachability``, and tests `ManualReachability` of FreshetTesting.
public protocol Reachability: Sendable {
    /// Whether no other machine can be reached. `false` where that is not known: then requests are tried.
    var isCertainlyOffline: Bool { get }

    /// Observes the changes of ``isCertainlyOffline``.
    ///
    /// - Parameter change: Called with each new value, on any thread. Return quickly.
    /// - Returns: The observation, which ends when it is released.
    func observe(_ change: @escaping @Sendable (_ isCertainlyOffline: Bool) -> Void) -> EnvironmentObservation
}

/// The reachability of this machine, from the Network framework on Apple's platforms and from netlink on Linux.
///
/// The machine is certainly offline when no interface but those of the machine itself has a connection and an address.
/// Where the system does not report that, as in some sandboxes and on other platforms, it never is. Nothing is opened
/// until it is first asked.
public struct SystemReachability: Reachability {
    private static let monitor = NetworkMonitor()

    /// Makes the reachability of this machine. All of them share one connection to the system.
    public init() {}

    /// Whether no other machine can be reached.
    public var isCertainlyOffline: Bool { Self.monitor.isOffline.value }

    /// Observes the changes of ``isCertainlyOffline``.
    public func observe(
        _ change: @escaping @Sendable (_ isCertainlyOffline: Bool) -> Void
    ) -> EnvironmentObservation {
        Self.monitor.isOffline.observe(change)
    }
}

public import FreshetCore

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
    public var isOffline: Bool { Self.monitor.isOffline.value }

    /// Observes the changes of ``isOffline``.
    public func observe(
        _ change: @escaping @Sendable (_ isOffline: Bool) -> Void
    ) -> EnvironmentObservation {
        Self.monitor.isOffline.observe(change)
    }
}

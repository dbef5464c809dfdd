public import FreshetCore

/// Reports whether this machine is offline, using the Network framework on Apple platforms and
/// netlink on Linux.
///
/// The machine counts as offline only when no interface except loopback has a connection and an
/// address. Where the system doesn't report that, as in some sandboxes and on other platforms, it
/// never counts as offline. Monitoring starts on first use.
///
/// ```swift
/// let network = SystemReachability()
/// let observation = network.observe { isOffline in show(isOffline ? "Offline" : "Online") }
/// ```
public struct SystemReachability: Reachability {
    private static let monitor = NetworkMonitor()

    /// Makes the reachability of this machine. All instances share one monitor.
    public init() {}

    /// Whether this machine certainly can't reach any other machine.
    public var isOffline: Bool { Self.monitor.isOffline.value }

    /// Observes whether the machine is offline.
    ///
    /// The closure is called after each change of ``isOffline``, on any thread, until the returned
    /// observation is cancelled or released.
    public func observe(
        _ change: @escaping @Sendable (_ isOffline: Bool) -> Void
    ) -> EnvironmentObservation {
        Self.monitor.isOffline.observe(change)
    }
}

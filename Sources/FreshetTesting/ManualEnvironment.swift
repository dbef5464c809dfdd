public import FreshetCore

/// A network whose reachability a test sets.
///
/// ```swift
/// let network = ManualReachability()
/// configuration.reachability = network
/// network.isOffline = true
/// ```
public final class ManualReachability: Reachability {
    private let offline = ObservedFlag(false)

    /// Makes a reachable network.
    public init() {}

    /// Whether there is certainly no network. Setting it calls the observers synchronously.
    public var isOffline: Bool {
        get { offline.value }
        set { offline.value = newValue }
    }

    /// Observes whether the network is offline.
    ///
    /// The closure is called after each change of ``isOffline``, until the returned observation is
    /// cancelled or released.
    public func observe(
        _ change: @escaping @Sendable (_ isOffline: Bool) -> Void
    ) -> EnvironmentObservation {
        offline.observe(change)
    }
}

/// An app whose foreground state a test sets.
public final class ManualForeground: Foreground {
    private let active = ObservedFlag(true)

    /// Makes an app in the foreground.
    public init() {}

    /// Whether the app is in the foreground. Setting it calls the observers synchronously.
    public var isActive: Bool {
        get { active.value }
        set { active.value = newValue }
    }

    /// Observes whether the app is in the foreground.
    ///
    /// The closure is called after each change of ``isActive``, until the returned observation is
    /// cancelled or released.
    public func observe(_ change: @escaping @Sendable (_ isActive: Bool) -> Void) -> EnvironmentObservation {
        active.observe(change)
    }
}

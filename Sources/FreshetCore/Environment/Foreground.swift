/// Reports whether the app is in the foreground: ``ClientConfiguration/foreground``.
///
/// Apps use ``SystemForeground``; tests use `ManualForeground` from FreshetTesting. A server needs
/// none, since it is never in the background.
public protocol Foreground: Sendable {
    /// Whether the app is in the foreground.
    var isActive: Bool { get }

    /// Observes changes of ``isActive``.
    ///
    /// - Parameter change: Called with each new value, on any thread. Return quickly.
    /// - Returns: The observation, which ends when it is released.
    func observe(_ change: @escaping @Sendable (_ isActive: Bool) -> Void) -> EnvironmentObservation
}

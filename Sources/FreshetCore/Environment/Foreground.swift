/// Reports whether the app is in the foreground: ``ClientConfiguration/foreground``.
///
/// Apps use ``SystemForeground``, and tests `ManualForeground` of FreshetTesting. A server has none: it is never in the
/// background.
public protocol Foreground: Sendable {
    /// Whether the app is in the foreground.
    var isActive: Bool { get }

    /// Observes the changes of ``isActive``.
    ///
    /// - Parameter change: Called with each new value, on any thread. Return quickly.
    /// - Returns: The observation, which ends when it is released.
    func observe(_ change: @escaping @Sendable (_ isActive: Bool) -> Void) -> EnvironmentObservation
}

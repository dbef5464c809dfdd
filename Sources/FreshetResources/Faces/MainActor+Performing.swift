import Foundation

extension MainActor {
    /// Runs a function on the main actor: at once where the caller is on it already, else later.
    static func perform(_ action: @escaping @MainActor @Sendable () -> Void) {
        if Thread.isMainThread {
            // Also where no task runs, as in a callback of UIKit.
            assumeIsolated(action)
        } else if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            // It asks the executor: on Linux, the main actor of a program with an async `main` is not on the main
            // thread.
            Task.immediate { @MainActor in action() }
        } else {
            Task { @MainActor in action() }
        }
    }
}

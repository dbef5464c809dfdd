import Foundation

extension MainActor {
    /// Runs a function on the main actor: immediately if the caller is already on it, otherwise
    /// later.
    static func perform(_ action: @escaping @MainActor @Sendable () -> Void) {
        if Thread.isMainThread {
            // This also works outside a task, such as in a UIKit callback.
            assumeIsolated(action)
        } else if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
            // An immediate task checks the executor instead of the thread: on Linux, the main actor
            // of a program with an async `main` doesn't run on the main thread.
            Task.immediate { @MainActor in action() }
        } else {
            Task { @MainActor in action() }
        }
    }
}

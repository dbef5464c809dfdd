import Foundation

/// Reports that the system is short of memory.
package struct MemoryWarnings: Sendable {
    private let watch: @Sendable (_ act: @escaping @Sendable () -> Void) -> EnvironmentObservation

    /// - Parameter watch: Starts to observe, and calls the closure for each warning, on any thread.
    package init(_ watch: @escaping @Sendable (_ act: @escaping @Sendable () -> Void) -> EnvironmentObservation) {
        self.watch = watch
    }

    init(_ name: Notification.Name, in center: NotificationCenter) {
        self.init { act in
            // The token is an `NSObjectProtocol`, which is not `Sendable`. The lock lets the
            // observation end on any thread.
            let observer = Lock(
                ofUnchecked: center.addObserver(forName: name, object: nil, queue: nil) { _ in act() })
            return EnvironmentObservation { center.removeObserver(observer.withLock { $0 }) }
        }
    }

    /// The memory warnings of the system; `nil` on systems that send none.
    package static var system: MemoryWarnings? {
        #if canImport(Darwin) && !os(macOS) && !os(watchOS)
        // Referred to by its name, since this module must not depend on UIKit.
        MemoryWarnings(Notification.Name("UIApplicationDidReceiveMemoryWarningNotification"), in: .default)
        #else
        nil
        #endif
    }

    package func observe(_ act: @escaping @Sendable () -> Void) -> EnvironmentObservation { watch(act) }
}

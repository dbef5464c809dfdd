import Foundation
public import FreshetCore

/// Tracks whether the app is in the foreground through the system's notifications.
///
/// On iOS, tvOS, visionOS and watchOS it follows the app into the foreground and the background; on
/// macOS, it follows whether the app is active. Other platforms have no such notifications. A
/// launched app counts as in the foreground until a notification says otherwise.
///
/// ```swift
/// let observation = SystemForeground.shared.observe { isActive in
///     if isActive { refresh() }
/// }
/// ```
public final class SystemForeground: Foreground {
    /// The foreground state of the running app, shared by all clients.
    public static let shared = SystemForeground(.default, .system)

    /// The names of the two notifications that report a change.
    struct Names {
        let enter: String
        let leave: String

        // The names are spelled out, because their symbols would require UIKit, AppKit or WatchKit.
        static var system: Names? {
            #if os(macOS)
            Names(enter: "NSApplicationDidBecomeActiveNotification", leave: "NSApplicationDidResignActiveNotification")
            #elseif os(watchOS)
            Names(
                enter: "WKApplicationWillEnterForegroundNotification",
                leave: "WKApplicationDidEnterBackgroundNotification")
            #elseif canImport(Darwin)
            Names(
                enter: "UIApplicationWillEnterForegroundNotification",
                leave: "UIApplicationDidEnterBackgroundNotification")
            #else
            nil
            #endif
        }
    }

    private let active = ObservedFlag(true)

    init(_ center: NotificationCenter, _ names: Names?) {
        // The observers are never removed, because the shared object lives as long as the process.
        for (name, value) in [(names?.enter, true), (names?.leave, false)] {
            guard let name else { continue }
            _ = center.addObserver(forName: Notification.Name(name), object: nil, queue: nil) { [active] _ in
                active.value = value
            }
        }
    }

    /// Whether the app is in the foreground.
    public var isActive: Bool { active.value }

    /// Observes whether the app is in the foreground.
    ///
    /// The closure is called after each change of ``isActive``, on any thread, until the returned
    /// observation is cancelled or released.
    public func observe(_ change: @escaping @Sendable (_ isActive: Bool) -> Void) -> EnvironmentObservation {
        active.observe(change)
    }
}

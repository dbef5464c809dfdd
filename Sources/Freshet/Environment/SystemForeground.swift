import Foundation
public import FreshetCore

/// The foreground of an app, by the notifications of the system.
///
/// On iOS, tvOS, visionOS and watchOS the app enters the foreground and the background; on macOS it becomes active and
/// resigns. Elsewhere there is nothing to observe. An app that was launched counts as in the foreground until a
/// notification says otherwise.
public final class SystemForeground: Foreground {
    /// The foreground of the running app.
    public static let shared = SystemForeground(.default, .system)

    /// The names of two notifications.
    struct Names {
        let enter: String
        let leave: String

        // By their names, or the core would need UIKit, AppKit or WatchKit.
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
        // The observers are never removed: the object is there for as long as the process.
        for (name, value) in [(names?.enter, true), (names?.leave, false)] {
            guard let name else { continue }
            _ = center.addObserver(forName: Notification.Name(name), object: nil, queue: nil) { [active] _ in
                active.value = value
            }
        }
    }

    /// Whether the app is in the foreground.
    public var isActive: Bool { active.value }

    /// Observes the changes of ``isActive``.
    public func observe(_ change: @escaping @Sendable (_ isActive: Bool) -> Void) -> EnvironmentObservation {
        active.observe(change)
    }
}

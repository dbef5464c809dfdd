import Foundation

/// Listens to the notifications of a channel on a connection and a thread of its own, and connects again when the
/// connection was lost.
public final class PostgreSQLListener: Sendable {
    /// What a listener reports.
    public enum Event: Sendable, Equatable {
        /// It listens from now on. What was sent before is lost.
        case listening
        /// A notification, with the id of the server's process whose client has sent it.
        case notification(String, sender: Int32)
        /// The connection was lost, or could not be made.
        case failed(PostgreSQLError)
    }

    private let ear: Ear

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - statement: The statement that begins it, such as `LISTEN marks`.
    ///   - handler: Receives the events, on the listener's thread.
    public init(
        _ address: PostgreSQLAddress, limits: PostgreSQLLimits = .init(), _ statement: StaticString,
        handler: @escaping @Sendable (Event) -> Void
    ) {
        let ear = Ear(address, limits, statement, handler)
        self.ear = ear
        let thread = Thread { ear.listen() }
        thread.name = "notifications"
        thread.start()
    }

    deinit {
        ear.stop()
    }

    /// Ends the listening within a second.
    public func close() { ear.stop() }

    /// What the thread needs, which outlives the listener for a moment.
    ///
    /// Unchecked: `isStopped` is only touched while `condition` is locked.
    private final class Ear: @unchecked Sendable {
        private let address: PostgreSQLAddress
        private let limits: PostgreSQLLimits
        private let statement: StaticString
        private let handler: @Sendable (Event) -> Void
        private let condition = NSCondition()
        private var isStopped = false

        /// How long the thread waits for its socket before it looks whether it is to stop.
        private static let step = Duration.seconds(1)

        init(
            _ address: PostgreSQLAddress, _ limits: PostgreSQLLimits, _ statement: StaticString,
            _ handler: @escaping @Sendable (Event) -> Void
        ) {
            self.address = address
            self.limits = limits
            self.statement = statement
            self.handler = handler
        }

        func stop() {
            condition.lock()
            isStopped = true
            condition.broadcast()
            condition.unlock()
        }

        private var continues: Bool {
            condition.lock()
            defer { condition.unlock() }
            return !isStopped
        }

        func listen() {
            var pause = limits.pause.first
            while continues {
                do throws(PostgreSQLError) {
                    let session = try PostgreSQLSession(to: address, limits)
                    try session.execute(statement)
                    pause = limits.pause.first
                    handler(.listening)
                    while continues {
                        for notification in try session.notifications(within: Self.step) {
                            handler(.notification(notification.payload, sender: notification.sender))
                        }
                    }
                } catch {
                    handler(.failed(error))
                    rest(pause)
                    pause = min(pause * 2, limits.pause.longest)
                }
            }
        }

        /// Waits before the next attempt, unless the listening ends meanwhile.
        private func rest(_ pause: Duration) {
            let end = Date(timeIntervalSinceNow: pause / .seconds(1))
            condition.lock()
            defer { condition.unlock() }
            while !isStopped, condition.wait(until: end) {}
        }
    }
}

public import Foundation

/// The progress of a call's transfer: the bytes that it has sent, and those that it has received.
///
/// A retry or a redirect starts again: the counts are those of the present attempt.
public struct TransferProgress: Sendable, Hashable {
    /// The bytes of one direction.
    public struct Direction: Sendable, Hashable {
        /// The number of bytes so far.
        public var bytes: Int
        /// The number of all bytes; `nil` as long as it is not known, and for compressed bodies.
        public var total: Int?
        /// The bytes per second over the last few seconds; `nil` in the beginning.
        public var rate: Double?

        /// Makes the bytes of a direction, for tests and previews.
        public init(bytes: Int = 0, total: Int? = nil, rate: Double? = nil) {
            self.bytes = bytes
            self.total = total
            self.rate = rate
        }

        /// The share of all bytes, from 0 to 1; `nil` if their number is not known.
        public var fraction: Double? {
            guard let total else { return nil }
            return total > 0 ? min(1, Double(bytes) / Double(total)) : 1
        }

        /// The time until the end at the present rate; `nil` if rate or total are not known.
        public var remaining: Duration? {
            guard let total, let rate, rate > 0 else { return nil }
            // A server may state any length, and a `Duration` has an end.
            return .seconds(min(Double(max(0, total - bytes)) / rate, 1e18))
        }

        /// The ``remaining`` time in a short form for people, such as "2 min, 5 sec"; `nil` if it is not known.
        ///
        /// It has the two largest units of hours, minutes and seconds, and is rounded up.
        ///
        /// - Parameter locale: The language. By default that of the user.
        public func remainingText(locale: Locale = .current) -> String? {
            remaining?.formatted(
                .units(
                    allowed: [.hours, .minutes, .seconds], width: .abbreviated, maximumUnitCount: 2,
                    fractionalPart: .hide(rounded: .up)
                ).locale(locale))
        }
    }

    /// The body of the request.
    public var sent: Direction
    /// The body of the response.
    public var received: Direction
    /// Whether the call has ended, with a value or an error. It is the last progress that is reported.
    public var isLast: Bool

    /// Makes a progress, for tests and previews.
    public init(sent: Direction = Direction(), received: Direction = Direction(), isLast: Bool = false) {
        self.sent = sent
        self.received = received
        self.isLast = isLast
    }
}

public import Foundation

/// The progress of a call's transfer: the bytes sent and received so far.
///
/// A retry or a redirect starts from the beginning: the counts belong to the current attempt.
///
/// ```swift
/// let upload = Request.attach(photo, to: 7).onProgress { progress in
///     let percent = progress.sent.fraction.map { "\(Int($0 * 100)) %" } ?? "…"
///     show([percent, progress.sent.remainingText()].compactMap(\.self).joined(separator: ", "))
/// }
/// ```
public struct TransferProgress: Sendable, Hashable {
    /// The progress in one direction.
    public struct Direction: Sendable, Hashable {
        /// The number of bytes transferred so far.
        public var bytes: Int
        /// The total number of bytes; `nil` if it isn't known yet, and for compressed bodies.
        public var total: Int?
        /// The bytes per second, averaged over the last few seconds; `nil` at the beginning.
        public var rate: Double?

        /// Makes the progress in one direction, for tests and previews.
        public init(bytes: Int = 0, total: Int? = nil, rate: Double? = nil) {
            self.bytes = bytes
            self.total = total
            self.rate = rate
        }

        /// The fraction of the bytes transferred so far, from 0 to 1; `nil` if their total isn't
        /// known.
        public var fraction: Double? {
            guard let total else { return nil }
            // An empty body is complete, and `0 / 0` isn't a number.
            return total > 0 ? min(1, Double(bytes) / Double(total)) : 1
        }

        /// The estimated remaining time at the current rate; `nil` if the rate or the total isn't
        /// known.
        public var remaining: Duration? {
            guard let total, let rate, rate > 0 else { return nil }
            // A server may state any length, and a `Duration` has an end.
            return .seconds(min(Double(max(0, total - bytes)) / rate, 1e18))
        }

        /// Returns the ``remaining`` time in a short form for people, such as "2 min, 5 sec"; `nil`
        /// if it isn't known.
        ///
        /// The text contains at most two of the units hours, minutes and seconds, and is rounded
        /// up.
        ///
        /// - Parameter locale: The locale of the text: the user's by default.
        public func remainingText(locale: Locale = .current) -> String? {
            remaining?.formatted(
                .units(
                    allowed: [.hours, .minutes, .seconds], width: .abbreviated, maximumUnitCount: 2,
                    fractionalPart: .hide(rounded: .up)
                ).locale(locale))
        }
    }

    /// The progress of the request body.
    public var sent: Direction
    /// The progress of the response body.
    public var received: Direction
    /// Whether the call has ended, with a value or an error. This is the last progress that is
    /// reported.
    public var isLast: Bool

    /// Makes a progress value, for tests and previews.
    public init(sent: Direction = Direction(), received: Direction = Direction(), isLast: Bool = false) {
        self.sent = sent
        self.received = received
        self.isLast = isLast
    }
}

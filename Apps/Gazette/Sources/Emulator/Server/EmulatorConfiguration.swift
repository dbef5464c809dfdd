public import Foundation

/// Where an emulator listens, what day it is there, and what goes wrong on purpose.
public struct EmulatorConfiguration: Sendable {
    /// The address to listen at: this machine alone, unless told.
    public var host = "127.0.0.1"
    /// The port to listen at; 0 takes any that is free.
    public var port = 0
    /// What goes wrong on purpose; nothing, unless told.
    public var faults = Faults()
    /// The time of the services. Their contents are dated back from the start of its day in UTC.
    public var now: @Sendable () -> Date = { Date() }
    /// What chooses the meals that come by chance: another choice each time, unless told.
    public var seed = UInt64.random(in: 1...UInt64.max)
    /// How slow answers wait. Tests pass what does not.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// Any free port of this machine, today, without faults.
    public init() {}

    /// Lets the time of the services start at a moment and go on from there, so that what they hold is known beforehand.
    ///
    /// - Parameter text: A moment as the news service writes them, such as `2026-03-14T15:09:26Z`, or a day alone.
    /// - Returns: Whether the text is one.
    public mutating func startTime(at text: String) -> Bool {
        guard let start = ISODate.date(text, endOfDay: false) else { return false }
        let begin = ContinuousClock.now
        now = { start.addingTimeInterval((ContinuousClock.now - begin) / .seconds(1)) }
        return true
    }
}

public import Foundation
import ServiceLifecycle

/// The configuration of an emulator: its address, its time and its faults.
public struct EmulatorConfiguration: Sendable {
    /// The address to listen at: this machine alone by default.
    public var host = "127.0.0.1"
    /// The port to listen at; 0 chooses a free one.
    public var port = 0
    /// The simulated faults; none by default.
    public var faults = Faults()
    /// Returns the current time of the services. Their contents are dated back from the start of its day in UTC.
    public var now: @Sendable () -> Date = { Date() }
    /// Returns the time of the provider of OpenID Connect, which is that of the programs that use it.
    public var signInTime: @Sendable () -> Date = { Date() }
    /// The seed of random meals; by default another one each time.
    public var seed = UInt64.random(in: 1...UInt64.max)
    /// Where the accounts of the movie service are stored, so that they outlive the process; `nil`, the default, for
    /// nowhere.
    public var accountsFile: URL?
    /// The origin that feeds and their pages name in absolute addresses, such as ``Emulator/feedOrigin``; `nil`, the
    /// default, for that of each request.
    public var feedOrigin: String?
    /// Sleeps for delayed responses. Tests pass a function that does not wait.
    var sleep: @Sendable (Duration) async throws -> Void = { try await Task.sleep(for: $0) }

    /// The same configuration, except that delays end when the emulator is stopped.
    var endingSleeps: Self {
        var copy = self
        copy.sleep = { [sleep] duration in try await cancelWhenGracefulShutdown { try await sleep(duration) } }
        return copy
    }

    /// Makes a configuration with a free port of this machine, the current time and no faults.
    public init() {}

    /// Sets the time at which the services' clock starts, so that their contents are predictable.
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

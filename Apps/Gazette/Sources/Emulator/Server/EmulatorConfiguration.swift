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
}

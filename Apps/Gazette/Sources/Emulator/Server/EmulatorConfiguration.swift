public import Foundation

/// Where an emulator listens, what day it is there, and what goes wrong on purpose.
public struct EmulatorConfiguration: Sendable {
    /// The address to listen at: this machine alone, unless told.
    public var host = "127.0.0.1"
    /// The port to listen at; 0 takes any that is free.
    public var port = 0
    public var faults = Faults()
    /// The time of the services. Their contents are dated back from the start of its day in UTC.
    public var now: @Sendable () -> Date = { Date() }

    public init() {}
}

/// What goes wrong on purpose, on every route.
public struct Faults: Sendable, Hashable {
    /// How long every answer waits.
    public var latency: Duration = .zero
    /// The share of requests, 0 to 1, that are answered with status 500.
    public var errorRate = 0.0
    /// The share of requests, 0 to 1, whose connection is closed without an answer.
    public var dropRate = 0.0
    /// What chooses the requests that fail: the same seed fails the same ones.
    public var seed: UInt64 = 1

    public init() {}
}

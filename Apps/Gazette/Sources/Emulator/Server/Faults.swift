/// What goes wrong on purpose, on every route.
///
/// One request in order draws one number of a seeded generator: the same seed fails the same ones.
public struct Faults: Sendable, Hashable {
    /// How long every answer waits.
    public var latency: Duration = .zero
    /// The share of requests, 0 to 1, that are responded with status 500.
    public var errorRate = 0.0
    /// The share of requests, 0 to 1, whose connection is closed without an answer.
    public var dropRate = 0.0
    /// What chooses the requests that fail.
    public var seed: UInt64 = 1

    /// Nothing goes wrong.
    public init() {}
}

/// The simulated faults of all routes.
///
/// Each request draws one number of a seeded generator, in order of arrival, so the same seed fails the same requests.
public struct Faults: Sendable, Hashable {
    /// The delay of every response.
    public var latency: Duration = .zero
    /// The share of requests, 0 to 1, that get a response with status 500.
    public var errorRate = 0.0
    /// The share of requests, 0 to 1, whose connection is closed without a response.
    public var dropRate = 0.0
    /// The seed of the generator that chooses the requests that fail.
    public var seed: UInt64 = 1

    /// Makes faults without delays and failures.
    public init() {}
}

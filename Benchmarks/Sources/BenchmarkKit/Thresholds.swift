// Used by the benchmarks alone, which are not an API.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// The bounds for measurements that a change must not break.
///
/// They are ratios within one run, or sizes in memory. They are far enough from the usual results that noise breaks
/// none.
public struct Thresholds: Decodable, Sendable {
    /// The lower bound for the calls that a contestant makes in the processor time of one call of another contestant.
    public struct Wire: Decodable, Sendable {
        public let body: String
        public let inFlight: Int
        public let contestant: String
        public let against: String
        public let atLeast: Double
    }

    /// The lower bound for the speed of decoding a body, as a multiple of that of `JSONDecoder`.
    public struct Decoding: Decodable, Sendable {
        public let body: String
        public let atLeast: Double
    }

    /// The upper bounds for the processor time of a piece: as a multiple of that of another piece, or in microseconds
    /// more.
    public struct Pieces: Decodable, Sendable {
        public let piece: String
        public let against: String
        public let atMost: Double?
        public let atMostMore: Double?
    }

    /// The upper bound for the memory of one instance, in KiB.
    public struct Memory: Decodable, Sendable {
        public let what: String
        public let atMostKiB: Double
    }

    /// The instructions of one call or decoding, as they were counted last. Three percent more are allowed: a change that
    /// needs more writes its own count, and beside it a `why`.
    public struct Instructions: Decodable, Sendable {
        public let what: String
        public let counted: Int

        public var atMost: Double { Double(counted) * 1.03 }
    }

    /// The upper bounds for the time that an inspector adds to a call, in microseconds, without and with the recorded
    /// exchanges, and for the memory after a million calls, as a multiple of that after ten thousand.
    public struct Inspector: Decodable, Sendable {
        public let atMostMore: Double
        public let atMostMoreWithExchanges: Double
        public let atMostGrowth: Double
    }

    public let wire: [Wire]
    public let decoding: [Decoding]
    public let pieces: [Pieces]
    public let memory: [Memory]
    public let instructions: [Instructions]
    public let inspector: Inspector

    /// Reads `thresholds.json`.
    public init(file: String) throws {
        self = try JSONDecoder().decode(Thresholds.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }
}

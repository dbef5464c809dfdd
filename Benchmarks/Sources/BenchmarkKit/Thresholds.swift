// Used by the benchmarks alone, which are not an API.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// What a change must not lose: ratios within one run and bytes, far enough from what is usual that noise breaks none.
public struct Thresholds: Decodable, Sendable {
    /// How many calls a contestant makes in the processor time that another one takes for one, at least.
    public struct Wire: Decodable, Sendable {
        public let body: String
        public let inFlight: Int
        public let contestant: String
        public let against: String
        public let atLeast: Double
    }

    /// How many times as fast as with `JSONDecoder` a body is decoded, at least.
    public struct Decoding: Decodable, Sendable {
        public let body: String
        public let atLeast: Double
    }

    /// How many times as much time of the processor as another one a piece takes, or how many microseconds more, at most.
    public struct Pieces: Decodable, Sendable {
        public let piece: String
        public let against: String
        public let atMost: Double?
        public let atMostMore: Double?
    }

    /// How much memory one of many takes, at most.
    public struct Memory: Decodable, Sendable {
        public let what: String
        public let atMostKiB: Double
    }

    public let wire: [Wire]
    public let decoding: [Decoding]
    public let pieces: [Pieces]
    public let memory: [Memory]

    /// Reads `thresholds.json`.
    public init(file: String) throws {
        self = try JSONDecoder().decode(Thresholds.self, from: Data(contentsOf: URL(fileURLWithPath: file)))
    }
}

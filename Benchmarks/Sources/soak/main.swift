import BenchmarkKit
import Foundation

// Calls servers that misbehave at random, for a while: soak [--seconds 60] [--seed 1]. Fails where a call hangs, has
// the value of another one, or ends as cancelled, and where the memory grows.
let soak = try Soak(
    seconds: option("--seconds").flatMap(Double.init) ?? 60, seed: option("--seed").flatMap(UInt64.init) ?? 1)
exit(try await soak.run() ? 0 : 1)

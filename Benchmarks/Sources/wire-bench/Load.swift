import Foundation

/// The results of one contestant in one round.
struct Round: Codable, Sendable {
    var calls = 0
    var callsPerSecond = 0.0
    /// The processor time of this process for a call, user and system, in microseconds.
    var cpuPerCall = 0.0
    /// The median duration of a call in microseconds.
    var p50 = 0.0
    var p99 = 0.0
    /// The peak of the resident memory in MiB.
    var peakMemory = 0.0
}

/// Measures a contestant with a number of calls in flight, in a separate process.
enum Load {
    static func run(_ call: Call, inFlight: Int, seconds: Double) async throws -> Round {
        // Opens the connections and loads the code before the measurement.
        try await drive(call, inFlight: inFlight, seconds: seconds / 4)
        let cpu = processTime()
        let start = ContinuousClock.now
        let latencies = try await drive(call, inFlight: inFlight, seconds: seconds)
        let elapsed = (ContinuousClock.now - start) / .seconds(1)
        let sorted = latencies.sorted()
        return Round(
            calls: sorted.count, callsPerSecond: Double(sorted.count) / elapsed,
            cpuPerCall: (processTime() - cpu) * 1e6 / Double(sorted.count), p50: sorted[sorted.count / 2],
            p99: sorted[min(sorted.count - 1, sorted.count * 99 / 100)], peakMemory: peakMemory())
    }

    @discardableResult
    private static func drive(_ call: Call, inFlight: Int, seconds: Double) async throws -> [Double] {
        let chain = Chain(end: .now + .seconds(seconds))
        return try await withThrowingTaskGroup(of: [Double].self) { group in
            for _ in 0..<inFlight { group.addTask { try await chain.run(call) } }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    private static func processTime() -> Double {
        var usage = rusage()
        #if canImport(Darwin)
        getrusage(RUSAGE_SELF, &usage)
        #else
        getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
        #endif
        func seconds(_ time: timeval) -> Double { Double(time.tv_sec) + Double(time.tv_usec) / 1e6 }
        return seconds(usage.ru_utime) + seconds(usage.ru_stime)
    }

    private static func peakMemory() -> Double {
        #if canImport(Darwin)
        var usage = rusage()
        getrusage(RUSAGE_SELF, &usage)
        return Double(usage.ru_maxrss) / 1_048_576
        #else
        // The peak that getrusage returns includes the memory of the process that started this one.
        let status = (try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)) ?? ""
        let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
        return (line?.split(whereSeparator: { !$0.isNumber }).first.flatMap { Double($0) } ?? 0) / 1024
        #endif
    }
}

import Foundation
import Freshet
import Synchronization

/// Counts what became of the calls.
final class Tally: Sendable {
    private struct State {
        var begun: [Int: (script: String, instant: ContinuousClock.Instant)] = [:]
        var calls = 0
        var values = 0
        /// The calls that ended with an error, by its code; those of good responses alone.
        var errors: [String: Int] = [:]
        var errorsOfGood: [String: Int] = [:]
        /// The exchanges that were open after all calls of a wave had ended, by server.
        var leftOpen: [String: Int] = [:]
        var problems: [String] = []

        mutating func end(_ number: Int) {
            begun[number] = nil
            calls += 1
        }
    }

    /// The memory is judged from this time on: before, the allocator may not have reached its size.
    private static let secondsOfTrend = 600.0

    private let state = Mutex(State())

    func begin(_ number: Int, _ script: String) {
        state.withLock { $0.begun[number] = (script, .now) }
    }

    func end(_ number: Int, _ script: Script, value: Reply) {
        state.withLock { state in
            state.end(number)
            state.values += 1
            guard value.path != script.path else { return }
            state.problems.append("\(script): \(script.path) has the value \(value.path)")
        }
    }

    func end(_ number: Int, _ script: Script, error: FetchError) {
        state.withLock { state in
            state.end(number)
            state.errors[error.code, default: 0] += 1
            if script.isGood { state.errorsOfGood[error.code, default: 0] += 1 }
            if error.isCancellation { state.problems.append("\(script): \(script.path) is cancelled") }
        }
    }

    func leaveOpen(_ count: Int, at server: String) {
        state.withLock { $0.leftOpen[server, default: 0] += count }
    }

    /// The script of a call that began long ago.
    func oldestCall(olderThan limit: Duration) -> String? {
        let now = ContinuousClock.now
        return state.withLock { state in state.begun.values.first { now - $0.instant > limit }?.script }
    }

    /// Prints the figures.
    ///
    /// - Parameter memory: The memory of the process in bytes after each wave.
    /// - Returns: Whether there was no problem.
    func report(seed: UInt64, seconds: Double, memory: [Int]) -> Bool {
        let state = state.withLock { state in
            if seconds >= Self.secondsOfTrend, let growth = Self.growth(of: memory), growth > 64 << 20 {
                state.problems.append("the memory grew by \(growth >> 20) MiB")
            }
            return state
        }
        print("seed \(seed), \(Int(seconds)) s: \(state.calls) calls, \(state.values) values")
        print("errors: \(Self.table(state.errors))")
        print("errors of calls with a good response: \(Self.table(state.errorsOfGood))")
        print("exchanges left open: \(state.leftOpen.isEmpty ? "none" : Self.table(state.leftOpen))")
        print("memory in MiB: \(memory.map { "\($0 >> 20)" }.joined(separator: " "))")
        for problem in state.problems.prefix(20) { print(problem) }
        print(state.problems.isEmpty ? "No problem." : "\(state.problems.count) problems.")
        return state.problems.isEmpty
    }

    /// How much the memory of the last quarter is above that of the second; `nil` where there are too few figures.
    private static func growth(of memory: [Int]) -> Int? {
        let quarter = memory.count / 4
        guard quarter > 0 else { return nil }
        let (second, last) = (memory[quarter..<2 * quarter], memory.suffix(quarter))
        return last.reduce(0, +) / quarter - second.reduce(0, +) / quarter
    }

    private static func table(_ counts: [String: Int]) -> String {
        counts.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }.joined(separator: ", ")
    }
}

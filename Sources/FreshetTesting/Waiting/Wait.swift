import Dispatch
import FreshetCore

/// One wait in a test, which ends when it is met, when its task is cancelled, or when it can no
/// longer be met.
final class Wait<Value: Sendable>: Sendable {
    private let outcome = Pending<Result<Value, MissedWait>>()

    /// Ends the wait with a value, unless it has already ended.
    func meet(_ value: Value) { outcome.resolve(.success(value)) }

    /// Waits for the value.
    ///
    /// - Parameters:
    ///   - endsAtRest: Whether the wait fails when no task has run for some seconds.
    ///   - leave: Called when the wait fails, so that it can no longer be met.
    func value(endsAtRest: Bool = true, orLeave leave: () -> Void) async -> Result<Value, MissedWait> {
        watch(endsAtRest, MissedWait.window)
        let result = await outcome.value { [outcome] in outcome.resolve(.failure(.cancelled)) }
        if case .failure = result { leave() }
        return result
    }

    /// Checks every few seconds whether any task has run, and ends the wait if none has, or when
    /// its time is up.
    private func watch(_ endsAtRest: Bool, _ window: Duration, windows: Int = 1) {
        let before = TaskActivity.total
        DispatchQueue.global().asyncAfter(deadline: .now() + window / .seconds(1)) { [weak self] in
            guard let self else { return }
            if endsAtRest, TaskActivity.isAtRest, TaskActivity.total == before {
                outcome.resolve(.failure(.atRest))
            } else if windows == MissedWait.windows {
                outcome.resolve(.failure(.timeIsUp))
            } else {
                watch(endsAtRest, window, windows: windows + 1)
            }
        }
    }
}

/// The reason why a wait wasn't met.
package enum MissedWait: Error {
    case cancelled
    /// No task of the process has run for a complete time window, so nothing is left that could
    /// meet the wait.
    case atRest
    case timeIsUp

    /// The time window in which some task must run, or else a wait fails.
    @TaskLocal static var window = Duration.seconds(10)
    /// The number of windows after which a wait fails even if tasks are running.
    static let windows = 4
    static var limit: Duration { window * windows }

    /// Runs a body in which waits fail quickly, for tests of failing waits.
    package static func soon<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await $window.withValue(.milliseconds(20), operation: body)
    }
}

/// The error of a wait that wasn't met.
///
/// A wait fails if no task of the process has run for some seconds, since nothing is left then that
/// could meet it, and in any case after 40 seconds. The description states what was expected and
/// what was seen instead.
public struct WaitFailure: Error, CustomStringConvertible {
    /// What the test waited for.
    public let expected: String
    /// What was seen instead; empty if it is only known that a condition didn't hold.
    public let seen: String
    /// The file and line at which the wait began.
    public let place: String
    let missed: MissedWait

    /// A sentence that combines all of this.
    public var description: String {
        let reason = missed == .atRest ? "no task that could run is left" : "it was not met in time"
        return "\(place): waited for \(expected), but \(reason)." + (seen.isEmpty ? "" : " Seen instead: \(seen).")
    }
}

extension Result where Failure == MissedWait {
    /// Returns the value, or throws the error that the test reports.
    func get(
        _ expected: String, at place: SourcePlace, seen: () -> String = { "" }
    ) throws -> Success {
        switch self {
        case .success(let value): return value
        case .failure(.cancelled): throw CancellationError()
        case .failure(let missed):
            throw WaitFailure(expected: expected, seen: seen(), place: place.description, missed: missed)
        }
    }
}

/// The source location at which a wait began.
struct SourcePlace: CustomStringConvertible {
    let file: StaticString
    let line: UInt

    init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = line
    }

    var description: String { "\(file):\(line)" }
}

import Dispatch
import FreshetCore

/// One wait of a test, which ends when it is met, when its task is cancelled, or when it can't come true.
final class Wait<Value: Sendable>: Sendable {
    private let outcome = Pending<Result<Value, MissedWait>>()

    /// Ends the wait with a value, unless it has ended.
    func meet(_ value: Value) { outcome.resolve(.success(value)) }

    /// Waits for the value.
    ///
    /// - Parameters:
    ///   - endsAtRest: Whether the wait is missed when no task has run for some seconds.
    ///   - leave: Called when the wait is missed, so that nobody meets it any more.
    func value(endsAtRest: Bool = true, orLeave leave: () -> Void) async -> Result<Value, MissedWait> {
        watch(endsAtRest, MissedWait.window)
        let result = await outcome.value { [outcome] in outcome.resolve(.failure(.cancelled)) }
        if case .failure = result { leave() }
        return result
    }

    /// Looks every few seconds whether any task has run, and ends the wait if none has, or when its time is up.
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

/// Why a wait was not met.
package enum MissedWait: Error {
    case cancelled
    /// No task of the process has run for a whole window of time: nothing is left that could meet the wait.
    case atRest
    case timeIsUp

    /// The time in which some task must run, or a wait is missed.
    @TaskLocal static var window = Duration.seconds(10)
    /// The number of windows after which a wait is missed whatever runs.
    static let windows = 4
    static var limit: Duration { window * windows }

    /// Runs a body whose waits fail soon, for tests of waits that fail.
    package static func soon<Value>(_ body: () async throws -> Value) async rethrows -> Value {
        try await $window.withValue(.milliseconds(20), operation: body)
    }
}

/// The error of a wait that did not come true.
///
/// A wait fails when no task of the process has run for some seconds, since nothing is left then that could make it
/// come true, and after 40 seconds whatever runs. The description says what was waited for and what was seen instead.
public struct WaitFailure: Error, CustomStringConvertible {
    /// What was waited for.
    public let expected: String
    /// What was seen instead; empty if nothing is known but that a condition did not hold.
    public let seen: String
    /// The file and line of the wait.
    public let place: String
    let missed: MissedWait

    /// A sentence with all of it.
    public var description: String {
        let reason = missed == .atRest ? "no task is left that could run" : "it did not come true in time"
        return "\(place): waited for \(expected), but \(reason)." + (seen.isEmpty ? "" : " Seen instead: \(seen).")
    }
}

extension Result where Failure == MissedWait {
    /// Returns the value, or throws the error that a test sees.
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

/// Where in the source a wait was begun.
struct SourcePlace: CustomStringConvertible {
    let file: StaticString
    let line: UInt

    init(_ file: StaticString, _ line: UInt) {
        self.file = file
        self.line = line
    }

    var description: String { "\(file):\(line)" }
}

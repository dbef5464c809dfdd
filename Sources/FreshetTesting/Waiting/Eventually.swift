import FreshetCore

/// Waits until a condition holds.
///
/// ```swift
/// list.showMore()
/// try await eventually { list.items.count == 40 }
/// ```
///
/// The condition runs in the caller's isolation: at once, and then each time when all tasks of the process have come
/// to rest. What is true for a moment only, while tasks run, is not seen; record it, as with ``EventRecorder``.
///
/// - Throws: ``WaitFailure`` when no task is left that could make it true; what the condition throws;
///   `CancellationError` when the waiting task is cancelled.
public func eventually(
    file: StaticString = #fileID, line: UInt = #line, _ condition: () throws -> Bool
) async throws {
    defer { TaskActivity.noteContinuation() }
    var mark: UInt64?
    while try !condition() {
        let rest = await TaskActivity.rest(after: mark)
        if case .failure = rest, try condition() { return }
        mark = try rest.get("a condition", at: SourcePlace(file, line))
    }
}

/// Waits until a value meets a condition, and returns it.
///
/// ```swift
/// let calls = try await eventually(inspector.calls) { $0.count == 2 }
/// ```
///
/// Both run in the caller's isolation, at once and then each time when all tasks of the process have come to rest.
/// The error shows the last value.
///
/// - Throws: ``WaitFailure`` when no task is left that could make it true; what the value or the condition throws;
///   `CancellationError` when the waiting task is cancelled.
@discardableResult
public func eventually<Value>(
    _ value: @autoclosure () throws -> Value, file: StaticString = #fileID, line: UInt = #line,
    _ condition: (Value) throws -> Bool
) async throws -> Value {
    defer { TaskActivity.noteContinuation() }
    var last = try value()
    var mark: UInt64?
    while try !condition(last) {
        let rest = await TaskActivity.rest(after: mark)
        last = try value()
        if case .failure = rest, try condition(last) { return last }
        mark = try rest.get("a value that meets a condition", at: SourcePlace(file, line)) { "\(last)" }
    }
    return last
}

/// Waits until a condition holds that another process, or a thread of the system, makes true.
///
/// Nothing announces such a change, so the condition is checked every few milliseconds, in the caller's isolation.
/// Everything else has a wait of its own.
///
/// - Parameters:
///   - reason: What changes outside of the tasks of the process.
///   - file: The file of the wait, which the error names.
///   - line: The line of the wait.
///   - condition: Returns whether the wait is over. It may wait, as for a database.
/// - Throws: ``WaitFailure`` after 40 seconds; what the condition throws; `CancellationError` when the waiting task is
///   cancelled.
public func eventually(
    outside reason: String, file: StaticString = #fileID, line: UInt = #line, _ condition: () async throws -> Bool
) async throws {
    let start = ContinuousClock.now
    while try await !condition() {
        if start.duration(to: .now) > MissedWait.limit {
            throw WaitFailure(
                expected: "a condition (\(reason))", seen: "", place: SourcePlace(file, line).description,
                missed: .timeIsUp)
        }
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Waits until every task of the process is suspended: each waits for time, for another thread or for another process.
///
/// A test that expects that something does *not* happen waits for this, and looks then:
///
/// ```swift
/// model.text = "a"
/// try await tasksAtRest()
/// #expect(stub.requests.isEmpty)
/// ```
///
/// Time that a test moves does not pass meanwhile. What another thread does, such as a network's, is not waited for.
///
/// - Throws: ``WaitFailure`` after 40 seconds; `CancellationError` when the waiting task is cancelled.
public func tasksAtRest(file: StaticString = #fileID, line: UInt = #line) async throws {
    defer { TaskActivity.noteContinuation() }
    _ = try await TaskActivity.rest(after: nil).get("the tasks to come to rest", at: SourcePlace(file, line))
}

import FreshetCore

/// Waits until a condition holds.
///
/// ```swift
/// list.showMore()
/// try await eventually { list.items.count == 40 }
/// ```
///
/// The condition runs in the caller's isolation, first immediately and then each time all of the
/// process's tasks have come to rest. A condition that is true only briefly, while tasks are
/// running, isn't noticed. Record such states, for example with ``EventRecorder``.
///
/// - Throws: ``WaitFailure`` if no task is left that could make it true; any error of the
///   condition; `CancellationError` if the waiting task is cancelled.
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
/// Both run in the caller's isolation, first immediately and then each time all of the process's
/// tasks have come to rest. The error shows the last value.
///
/// - Throws: ``WaitFailure`` if no task is left that could make it true; any error of the value or
///   the condition; `CancellationError` if the waiting task is cancelled.
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

/// Waits until a condition holds that another process or a system thread makes true.
///
/// Nothing announces such a change, so the condition is checked every few milliseconds in the
/// caller's isolation. For everything else, use the waits that don't poll.
///
/// - Parameters:
///   - reason: What changes outside the process's tasks.
///   - file: The file that the error names.
///   - line: The line that the error names.
///   - condition: Returns whether the wait is over. It may suspend, for example to query a
///     database.
/// - Throws: ``WaitFailure`` after 40 seconds; any error of the condition; `CancellationError` if
///   the waiting task is cancelled.
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

/// Waits until every task of the process is suspended.
///
/// By then, each task is waiting for time to pass, for another thread or for another process. Call
/// it in a test before you expect that something has *not* happened:
///
/// ```swift
/// model.text = "a"
/// try await tasksAtRest()
/// #expect(stub.requests.isEmpty)
/// ```
///
/// A manual clock doesn't move in the meantime. The method doesn't wait for other threads, such as
/// the network's.
///
/// - Throws: ``WaitFailure`` after 40 seconds; `CancellationError` if the waiting task is
///   cancelled.
public func tasksAtRest(file: StaticString = #fileID, line: UInt = #line) async throws {
    defer { TaskActivity.noteContinuation() }
    _ = try await TaskActivity.rest(after: nil).get("the tasks to come to rest", at: SourcePlace(file, line))
}

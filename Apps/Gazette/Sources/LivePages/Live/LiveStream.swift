import NIOConcurrencyHelpers

/// The pending messages of an open stream.
///
/// It holds the ids of changed pages, not their contents: these are rendered when the reader takes them, so that a
/// slow reader costs no memory and gets the latest contents.
package final class LiveStream: Sendable {
    /// The messages that are due.
    package struct Work: Sendable, Equatable {
        /// Pages that have changed, each once, in the order of their changes.
        package var pages: [String] = []
        /// Whether nothing was sent for so long that a heartbeat is due.
        var isBeat = false
    }

    private struct State {
        var due = Work()
        var isFinished = false
        var waiter: CheckedContinuation<Work?, Never>?
        /// Seconds since a write to the reader last began or ended.
        var silence = 0
        var isWriting = false
    }

    package let id: Int
    private let state = NIOLockedValueBox(State())

    init(id: Int) {
        self.id = id
    }

    package func note(_ page: String) {
        give { if !$0.due.pages.contains(page) { $0.due.pages.append(page) } }
    }

    /// Ends the stream at its next wait for messages.
    package func finish() {
        give { $0.isFinished = true }
    }

    /// Waits for due messages and returns them; `nil` once the stream has ended. Only one task may wait at a time.
    package func next() async -> Work? {
        await withTaskCancellationHandler {
            await withCheckedContinuation { waiter in
                give { $0.waiter = waiter }
            }
        } onCancel: {
            finish()
        }
    }

    /// Notes that a write to the reader begins.
    func beginWriting() { set(isWriting: true) }

    /// Notes that the write to the reader has ended.
    func endWriting() { set(isWriting: false) }

    /// Notes that a second has passed.
    ///
    /// - Returns: Whether the current write has just taken as long as the stall timeout.
    package func tick(heartbeat: Int, stallTimeout: Int) -> Bool {
        var isStalled = false
        give { state in
            state.silence += 1
            if state.isWriting {
                // Once: the connection takes a moment to end.
                isStalled = state.silence == stallTimeout
            } else if state.silence >= heartbeat {
                state.due.isBeat = true
            }
        }
        return isStalled
    }

    private func set(isWriting: Bool) {
        state.withLockedValue {
            $0.isWriting = isWriting
            $0.silence = 0
        }
    }

    /// Changes the state, and passes what is due to the waiting task.
    private func give(_ change: (inout State) -> Void) {
        let (waiter, work) = state.withLockedValue { state -> (CheckedContinuation<Work?, Never>?, Work?) in
            change(&state)
            guard let waiter = state.waiter, state.isFinished || state.due != Work() else { return (nil, nil) }
            defer {
                state.waiter = nil
                state.due = Work()
            }
            return (waiter, state.isFinished ? nil : state.due)
        }
        waiter?.resume(returning: work)
    }
}

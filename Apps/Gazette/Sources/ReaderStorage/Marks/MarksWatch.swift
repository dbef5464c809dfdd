import Synchronization

/// Notes whether the marks or feeds of a visitor have changed since it was made.
package final class MarksWatch: Sendable {
    private let marks: VisitorMarks
    private let changes: Changes
    private let stop: @Sendable () -> Void

    private final class Changes: Sendable {
        let isThere = Atomic(false)
    }

    package init(_ marks: VisitorMarks) {
        let changes = Changes()
        self.marks = marks
        self.changes = changes
        stop = marks.listen { changes.isThere.store(true, ordering: .releasing) }
    }

    deinit { stop() }

    package var hasChanged: Bool { changes.isThere.load(ordering: .acquiring) }
}

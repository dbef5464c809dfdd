/// What of a visitor's changes has not arrived yet.
package struct Waiting: Hashable, Sendable {
    /// The number of changes that were not sent yet to a service.
    package var unsent = 0
    /// Whether marks wait in memory, since the database can't be used.
    package var hasUnstoredMarks = false

    package init(unsent: Int = 0, hasUnstoredMarks: Bool = false) {
        self.unsent = unsent
        self.hasUnstoredMarks = hasUnstoredMarks
    }
}

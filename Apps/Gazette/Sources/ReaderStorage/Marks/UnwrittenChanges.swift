import Foundation

/// The changes of marks that are not written yet, in the order in which they were made: a pure value.
///
/// The changes of a visitor are written one batch after the other. While the database can't be reached, they wait.
struct UnwrittenChanges {
    struct Item: Sendable {
        let number: Int
        let change: Marks.Change
        let date: Date
    }

    private struct Queue {
        var items: [Item] = []
        var isWriting = false
        /// Whether marks were loaded meanwhile to which the items were added.
        var isInLoadedMarks = false
        /// How many changes of it are written together.
        var batchLimit = UnwrittenChanges.batchLimit
    }

    private static let batchLimit = 50

    private let limit: Int
    private var queues: [Visitor: Queue] = [:]
    /// The number of changes that wait.
    private(set) var count = 0
    /// The number of the latest change.
    private(set) var lastNumber = 0

    /// - Parameter limit: The most changes that wait; further ones are refused.
    init(limit: Int) {
        self.limit = limit
    }

    /// What to do after a change was added.
    enum Admission {
        /// Begin to write the changes of the visitor.
        case begins
        /// Nothing: they are being written.
        case waits
        /// It was refused, since too many wait.
        case refused
    }

    mutating func add(_ change: Marks.Change, of visitor: Visitor, _ date: Date) -> Admission {
        removePosition(replacedBy: change, of: visitor)
        guard count < limit else { return .refused }
        count += 1
        lastNumber += 1
        queues[visitor, default: Queue()].items.append(Item(number: lastNumber, change: change, date: date))
        return begin(visitor) ? .begins : .waits
    }

    /// Removes a position that waits and that a later one in the same text replaces.
    private mutating func removePosition(replacedBy change: Marks.Change, of visitor: Visitor) {
        guard case .position(let entry, _) = change, let queue = queues[visitor], !queue.isWriting else { return }
        let index = queue.items.firstIndex { if case .position(entry, _) = $0.change { true } else { false } }
        guard let index else { return }
        queues[visitor]?.items.remove(at: index)
        count -= 1
    }

    /// Begins to write the changes of the visitors for whom that was paused.
    ///
    /// - Returns: Those visitors.
    mutating func resume() -> [Visitor] {
        queues.keys.filter { begin($0) }
    }

    private mutating func begin(_ visitor: Visitor) -> Bool {
        guard queues[visitor]?.isWriting == false else { return false }
        queues[visitor]?.isWriting = true
        return true
    }

    /// Returns the changes to write next; none when all are written, which ends the writing.
    mutating func batch(of visitor: Visitor) -> [Item] {
        guard let queue = queues[visitor] else { return [] }
        if queue.items.isEmpty { queues[visitor] = nil }
        return Array(queue.items.prefix(queue.batchLimit))
    }

    /// Removes the oldest changes of a visitor, which are written, or never will be.
    ///
    /// - Returns: Whether the visitor's marks have to be loaded again: the changes were added to loaded ones, although
    ///   another process may have undone them since they were written.
    @discardableResult
    mutating func remove(_ number: Int, of visitor: Visitor) -> Bool {
        queues[visitor]?.items.removeFirst(number)
        count -= number
        defer { queues[visitor]?.isInLoadedMarks = false }
        return queues[visitor]?.isInLoadedMarks == true
    }

    /// Has the changes of a visitor written one by one, since one of a batch can't be.
    mutating func separate(_ visitor: Visitor) { queues[visitor]?.batchLimit = 1 }

    /// Ends the writing for now.
    mutating func pause(_ visitor: Visitor) { queues[visitor]?.isWriting = false }

    /// Returns the changes of a visitor, oldest first.
    func changes(of visitor: Visitor) -> [Marks.Change] { queues[visitor]?.items.map(\.change) ?? [] }

    /// Returns the changes of a visitor, oldest first, to add them to marks that are being loaded.
    mutating func changesForLoadedMarks(of visitor: Visitor) -> [Marks.Change] {
        queues[visitor]?.isInLoadedMarks = true
        return changes(of: visitor)
    }

    /// Whether a change up to a number is being written, of one visitor or of any.
    func isWriting(upTo number: Int, of visitor: Visitor? = nil) -> Bool {
        func isWriting(_ queue: Queue) -> Bool {
            queue.isWriting && queue.items.first.map { $0.number <= number } == true
        }
        if let visitor { return queues[visitor].map(isWriting) == true }
        return queues.values.contains(where: isWriting)
    }
}

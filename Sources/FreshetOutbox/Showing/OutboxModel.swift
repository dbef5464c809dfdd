#if SQLite
public import Observation

/// A model of an outbox's state and writes, for SwiftUI and UIKit.
///
/// ```swift
/// let changes = OutboxModel(outbox)
/// show("\(changes.state.waiting) changes not sent yet")
/// ```
///
/// It observes the outbox from its creation until it is released. Each fact is a separate property:
/// a line such as “3 changes not sent yet” isn't redrawn when only the list has changed.
@MainActor
@Observable
public final class OutboxModel {
    /// The state.
    public private(set) var state = OutboxState()
    /// The writes that haven't been delivered, in their order.
    public private(set) var writes: [StoredWriteSummary] = []

    @ObservationIgnored private var observation: Task<Void, Never>?

    /// Makes a model of an outbox. It is empty until the outbox has reported its state.
    public init(_ outbox: Outbox) {
        let contents = outbox.contents
        observation = Task { [weak self] in
            for await content in contents { self?.show(content) }
        }
    }

    deinit { observation?.cancel() }

    private func show(_ new: OutboxContents) {
        if new.state != state { state = new.state }
        if new.writes != writes { writes = new.writes }
    }
}
#endif

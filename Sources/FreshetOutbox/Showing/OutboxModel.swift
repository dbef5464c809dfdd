#if SQLite
public import Observation

/// The state and the writes of an outbox, for SwiftUI and UIKit.
///
/// It observes from its making until it is released. Each fact is a property of its own: a line such as “3 changes not
/// sent yet” is not drawn again when only the list has changed.
@MainActor
@Observable
public final class OutboxModel {
    /// The state.
    public private(set) var state = OutboxState()
    /// The writes that were not delivered, in their order.
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

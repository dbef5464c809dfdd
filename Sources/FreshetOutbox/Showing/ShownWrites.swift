#if SQLite
import Foundation
import FreshetCore
import FreshetResources

/// Shows the changes of the stored writes in resources, and queues the writes in the scopes of their clients.
///
/// The steps run one after another on whichever thread comes first. No lock is held, since plans
/// are closures of the app.
final class ShownWrites: Sendable {
    /// A change of a write.
    enum Step: Sendable {
        /// It changed as the queue has it.
        ///
        /// - `stored` is its row; `nil` if that is known.
        case changed(QueuedWrite, RegisteredWrite, stored: StoredWrite?, isSending: Bool)
        /// Another write took its turn.
        case replaced(UUID, by: UUID)
        /// It was delivered, with the response and the output if they are known.
        case delivered(UUID, (any Sendable)?)
        /// It was certainly not applied.
        case failed(UUID)
        /// It is no longer stored.
        case removed(UUID)
        case accountChanged
        case closed
    }

    /// The turn of a write among the writes of its scope.
    struct Turn: Sendable {
        fileprivate let scopes: WriteScopes
        fileprivate let scope: String
        fileprivate let number: UInt64

        /// Waits until no other write of the scope is being sent; `false` if it was cancelled or withdrawn meanwhile.
        func begin() async -> Bool { await scopes.enter(scope, number) }
    }

    private struct State {
        var steps: [Step] = []
        /// The number of steps that were taken. An outbox may open with very many, and removing
        /// each from the front would move all others.
        private var taken = 0
        var writes: [UUID: ShownStoredWrite] = [:]

        mutating func takeStep() -> Step? {
            guard taken < steps.count else {
                (steps, taken) = ([], 0)
                return nil
            }
            defer { taken += 1 }
            return steps[taken]
        }
    }

    private let state = SerialDelivery(State())
    private let isPresent: @Sendable (RegisteredWrite, _ account: String) -> Bool

    /// - Parameter isPresent: Returns whether an account, given by its digest, is a client's
    ///   current one.
    init(isPresent: @escaping @Sendable (RegisteredWrite, _ account: String) -> Bool) {
        self.isPresent = isPresent
    }

    /// Returns the key of a write whose input is known.
    func key(of id: UUID) -> String? {
        state.withLock { $0.writes[id]?.stored.key }
    }

    /// Returns the number under which the changes of a write are shown.
    func number(of id: UUID) -> UInt64? {
        state.withLock { $0.writes[id]?.number }
    }

    /// Returns the turn of a write that is queued in a scope of its client.
    func turn(of id: UUID) -> Turn? {
        state.withLock { state in
            guard let write = state.writes[id], write.isQueued, let scope = write.scope else { return nil }
            return Turn(scopes: write.known.scopes, scope: scope, number: write.number)
        }
    }

    func perform(_ steps: [Step]) {
        state.withLock { $0.steps += steps }
        state.deliver { state in
            state.takeStep()
        } to: { step in
            perform(step)
        }
    }

    private func perform(_ step: Step) {
        switch step {
        case .changed(let queued, let known, let stored, let isSending):
            let isPresent = isPresent(known, queued.account)
            change(queued.id, or: stored.map { ShownStoredWrite($0, known) }) { write in
                write.stored = stored ?? write.stored
                write.take(queued, isSending: isSending)
                write.show(isAccountPresent: isPresent)
            }
        case .replaced(let id, let new):
            let later = state.withLock { state -> ShownStoredWrite? in
                guard let write = state.writes.removeValue(forKey: id) else { return nil }
                return state.writes.updateValue(write, forKey: new)
            }
            if let later { change(new) { $0.takeOver(later) } }
        case .delivered(let id, let response): change(id) { $0.succeed(with: response) }
        case .failed(let id): change(id) { $0.fail(isKnown: true) }
        case .removed(let id):
            change(id) { $0.end() }
            state.withLock { _ = $0.writes.removeValue(forKey: id) }
        case .accountChanged:
            for write in inOrder {
                let isPresent = isPresent(write.known, write.account)
                change(write.stored.queued.id) { $0.show(isAccountPresent: isPresent) }
            }
        case .closed:
            for write in inOrder.reversed() { change(write.stored.queued.id) { $0.show(isAccountPresent: false) } }
            state.withLock { $0.writes = [:] }
        }
    }

    private var inOrder: [ShownStoredWrite] {
        state.withLock { $0.writes.values.sorted { $0.number < $1.number } }
    }

    /// Changes a write. No other step runs meanwhile.
    private func change(
        _ id: UUID, or new: @autoclosure () -> ShownStoredWrite? = nil, _ change: (inout ShownStoredWrite) -> Void
    ) {
        guard var write = state.withLock({ $0.writes[id] }) ?? new() else { return }
        change(&write)
        state.withLock { $0.writes[id] = write }
    }
}
#endif

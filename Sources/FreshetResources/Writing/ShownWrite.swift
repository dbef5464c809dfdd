import Foundation
package import FreshetCore
import HTTPTypes

/// The changes of one durable write, whatever its output, for its outbox.
package protocol DurableChanges: Sendable {
    /// Notes that the write is being sent: the resources that it makes stale are fetched after it.
    func beginSending()
    /// Notes that it won't be sent soon.
    func hold()
    /// Notes that the changes of another plan follow. The current ones stay until ``withdraw()``,
    /// or until new ones of the write change the same resource.
    func supersede()
    /// Removes the changes that are superseded.
    func withdraw()
    /// - Parameter response: The `Response` with the output; `nil` if that isn't known.
    func succeed(with response: (any Sendable)?)
    /// - Parameter isKnown: Whether it is known that the write wasn't applied.
    func fail(isKnown: Bool)
}

/// The changes of one write, from the moment at which they are shown to its end.
package final class ShownWrite<Output: Sendable>: Sendable {
    let id: Stamp
    let store: ResourceStore
    private let settling: Duration
    private let targets: [InvalidationTarget]
    private let address: String?
    private let steps: [any ShownStep<Output>]

    /// Shows the changes of a plan.
    ///
    /// - Parameters:
    ///   - id: The number of the write, which decides its order among others.
    ///   - address: The address of its request.
    ///   - durable: The durable write that it is. It is held until ``beginSending()``.
    init<API>(_ id: Stamp, _ plan: borrowing WritePlan<API, Output>, at address: String?, durable: WriteID? = nil) {
        self.id = id
        self.address = address
        store = plan.client.resourceStore
        settling = plan.settling
        targets = plan.targets
        steps = plan.steps.map { $0.show(id, durable: durable) }
        // A durable write may be held for days. Fetches wait for it only while it is being sent.
        if durable == nil { announce() }
    }

    private var entries: [any AnyResourceEntry] { steps.flatMap(\.entries) }

    private var inProgress: WriteInProgress {
        WriteInProgress(changing: Set(entries.map { EntryReference($0) }), invalidating: targets, at: address)
    }

    /// Lets the resources that it makes stale wait for its end.
    private func announce() {
        store.addWrite(id, inProgress)
    }

    // MARK: - The end

    /// - Parameter response: The response; `nil` if that isn't known.
    func succeed(with response: Response<Output>?) {
        guard settling > .zero else { return confirm(steps, by: response) }
        for step in steps where step.takesResult {
            confirm(step, by: response)
        }
        _ = store.time.timer(at: store.time.now() + settling) { [self] in
            confirm(steps.filter { !$0.takesResult }, by: response)
        }
    }

    private func confirm(_ steps: [any ShownStep<Output>], by response: Response<Output>?) {
        let date = store.time.date()
        store.tellAll {
            for step in steps {
                step.end()
                confirm(step, by: response)
            }
            removeStored(until: date)
        }
    }

    private func confirm(_ step: any ShownStep<Output>, by response: Response<Output>?) {
        if let response { return step.confirm(id, by: response) }
        for entry in step.entries { entry.endWrite(id, .succeeded) }
    }

    func fail(_ end: WriteEnd) {
        let date = store.time.date()
        store.tellAll {
            // Before the entries are read, so that no resource joins the write after its end.
            for step in steps { step.end() }
            for entry in entries { entry.endWrite(id, end) }
            if end == .refused { store.fetchStale(after: store.removeWrite(id), id) } else { removeStored(until: date) }
        }
    }

    /// Removes the stored responses from before the write, and invalidates the targets of its plan.
    private func removeStored(until date: Date) {
        let write = store.removeWrite(id) ?? inProgress
        // These include pages that were requested in the meantime.
        let written = write.changed.union(entries.map { EntryReference($0) }).map(\.entry)
        store.noteWritten(written.map(\.key.address.identity))
        store.forgetStored(written, until: date)
        if !targets.isEmpty { store.invalidate(targets, after: write) }
        store.fetchStale(after: write, id)
    }
}

extension ShownWrite: DurableChanges {
    /// Shows the changes of a durable write.
    ///
    /// - Parameters:
    ///   - durable: The identifier of the write.
    ///   - number: Its number among all writes of the client: ``Client/nextWriteNumber()``.
    package convenience init<API>(
        durable: WriteID, number: Stamp, _ client: Client<API>, _ request: Request<API, Output>,
        _ makePlan: (inout WritePlan<API, Output>) -> Void
    ) {
        var plan = WritePlan<API, Output>(client)
        makePlan(&plan)
        let address = (try? client.identity(of: request))?.address
        self.init(number, plan, at: address, durable: durable)
    }

    package func beginSending() {
        for entry in entries { entry.holdWrite(id, false) }
        announce()
    }

    package func hold() {
        for entry in entries { entry.holdWrite(id, true) }
        store.fetchStale(after: store.removeWrite(id), id)
    }

    package func supersede() {
        // Before the entries are read, so that no further resource receives the superseded changes.
        for step in steps { step.end() }
        for entry in entries { entry.supersedeWrite(id) }
    }

    package func withdraw() {
        for entry in entries { entry.withdrawWrite(id) }
        store.fetchStale(after: store.removeWrite(id), id)
    }

    package func succeed(with response: (any Sendable)?) {
        succeed(with: response as? Response<Output>)
    }

    package func fail(isKnown: Bool) {
        fail(isKnown ? .refused : .unknown)
    }
}

extension Client {
    /// Returns a number that is greater than the numbers of all writes so far.
    package func nextWriteNumber() -> UInt64 { resourceStore.nextNumber() }

    /// The scopes in which the client's writes run one after another.
    package var writeScopes: WriteScopes { resourceStore.scopes }
}

extension Request {
    /// Returns the request of a write whose changes are shown under a number.
    package func writing(_ number: UInt64) -> Self {
        var new = self
        new.options[SharingGroup.self] = number
        return new
    }
}

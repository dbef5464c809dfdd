import Foundation
import FreshetCore
import HTTPTypes

/// A write in progress, from the moment at which its changes are shown to its end.
final class RunningWrite<API: Service, Output: Sendable>: Sendable {
    private let client: Client<API>
    private let store: ResourceStore
    private let request: Request<API, Output>
    private let scope: String?
    private let onFailure: WritePlan<API, Output>.FailureRule
    private let settling: Duration
    private let targets: [InvalidationTarget]
    private let identity: RequestIdentity?
    /// The account that began the write.
    private let account: [String]?
    private let id: Stamp
    private let steps: [any ShownStep<Output>]
    private let sending = SendingNotice()

    /// Begins the write: queues it in its scope, and shows its changes.
    init(_ client: Client<API>, _ request: Request<API, Output>, _ makePlan: (inout WritePlan<API, Output>) -> Void) {
        var plan = WritePlan<API, Output>(client)
        makePlan(&plan)
        self.client = client
        let store = client.resourceStore
        self.store = store
        scope = plan.scope
        onFailure = plan.onFailure
        settling = plan.settling
        targets = plan.targets
        identity = try? client.identity(of: request)
        account = identity?.account(at: store.time.date())
        let id = store.nextNumber()
        self.id = id
        var request = request
        request.options[SharingGroup.self] = id
        self.request = request
        if let scope { store.scopes.queue(scope, id) }
        steps = plan.steps.map { $0.show(id) }
        let written = Set(steps.flatMap(\.entries).map { EntryReference($0) })
        store.addWrite(id, WriteInProgress(changing: written, invalidating: targets, at: identity?.address))
    }

    /// Waits until no earlier write of the scope is under way. ``send()`` follows.
    func waitForTurn() async throws(FetchError) {
        guard let scope else { return }
        guard await store.scopes.enter(scope, id) else {
            store.scopes.forget(id)
            fail(.refused)
            throw .cancelled
        }
    }

    func send() async throws(FetchError) -> Response<Output> {
        let result = isOfPresentAccount ? await result() : .failure(.cancelled)
        switch result {
        case .success(let response): succeed(with: response)
        case .failure(let error): fail(error.writeEnd(isSent: sending.isSent))
        }
        if let scope {
            let isFailed = if case .failure = result { true } else { false }
            store.scopes.leave(scope, id, cancelsFollowing: isFailed && onFailure == .cancelsFollowing)
            store.scopes.forget(id)
        }
        return try result.get()
    }

    /// Whether the present account is the one that has begun the write. It is sent with no other credentials.
    private var isOfPresentAccount: Bool { identity?.account(at: store.time.date()) == account }

    private func result() async -> Result<Response<Output>, FetchError> {
        do throws(FetchError) {
            return .success(try await client.response(for: request, observers: store.callObservers + [sending]))
        } catch {
            return .failure(error)
        }
    }

    // MARK: - The end

    private func succeed(with response: Response<Output>) {
        guard settling > .zero else { return confirm(steps, by: response) }
        for step in steps where step.takesResult { step.confirm(id, by: response) }
        _ = store.time.timer(at: store.time.now() + settling) { [self] in
            confirm(steps.filter { !$0.takesResult }, by: response)
        }
    }

    private func confirm(_ steps: [any ShownStep<Output>], by response: Response<Output>) {
        let date = store.time.date()
        for step in steps { step.confirm(id, by: response) }
        removeStored(until: date)
    }

    private func fail(_ end: WriteEnd) {
        let date = store.time.date()
        for entry in steps.flatMap(\.entries) { entry.endWrite(id, end) }
        if end == .refused { store.fetchStale(after: store.removeWrite(id), id) } else { removeStored(until: date) }
    }

    /// Removes the stored responses from before the write, and invalidates the targets of its plan.
    private func removeStored(until date: Date) {
        let write = store.removeWrite(id)
        let written = write?.changed.map(\.entry) ?? []
        store.noteWritten(written.map(\.key.address.identity))
        store.forgetStored(written, until: date)
        if !targets.isEmpty { store.invalidate(targets, after: write) }
        store.fetchStale(after: write, id)
    }
}

private final class SendingNotice: FetchObserver {
    private let wasSent = Lock(false)

    var isSent: Bool { wasSent.withLock { $0 } }

    func observe(_ event: FetchEvent) {
        if case .attempt = event.step { wasSent.withLock { $0 = true } }
    }
}

extension FetchError {
    fileprivate func writeEnd(isSent: Bool) -> WriteEnd {
        guard isSent else { return .refused }
        switch kind {
        case .invalidRequest, .cannotConnect, .tooManyCalls, .tls, .precondition, .notInCache, .authentication, .file:
            return .refused
        // A proxy sends these where the server has not responded.
        case .status(.badGateway), .status(.gatewayTimeout): return .unknown
        case .status, .service: return .refused
        default: return .unknown
        }
    }
}

import Foundation
import FreshetCore
import HTTPTypes

/// A write from the moment at which it is shown to its end.
final class RunningWrite<API: Service, Output: Sendable>: Sendable {
    private struct State {
        var call: FetchTask?
        var isCancelled = false
    }

    private let client: Client<API>
    private let store: ResourceStore
    private let request: Request<API, Output>
    private let scope: String?
    private let onFailure: WritePlan<API, Output>.FailureRule
    private let targets: [InvalidationTarget]
    private let id: Stamp
    private let begun: [any BegunStep<Output>]
    private let sending = SendingNotice()
    private let state = Lock(State())

    /// Shows what the write does.
    init(_ client: Client<API>, _ request: Request<API, Output>, _ makePlan: (inout WritePlan<API, Output>) -> Void) {
        var plan = WritePlan<API, Output>(client)
        makePlan(&plan)
        self.client = client
        let store = client.resourceStore
        self.store = store
        scope = plan.scope
        onFailure = plan.onFailure
        targets = plan.targets
        let id = store.nextNumber()
        self.id = id
        var request = request
        request.sharingGroup = id
        self.request = request
        begun = plan.steps.map { $0.begin(id) }
        let written = Set(begun.flatMap(\.entries).map { EntryReference($0) })
        if !written.isEmpty { store.state.withLock { $0.written[id] = written } }
    }

    /// Sends the write when its turn has come, and returns its response.
    ///
    /// - Parameter isSent: Called when its turn has come.
    func response(isSent: @Sendable () async -> Void = {}) async throws(FetchError) -> Response<Output> {
        if let scope {
            guard await store.scopes.enter(scope, id) else {
                store.scopes.forget(id)
                end(.refused)
                throw .cancelled
            }
        }
        await isSent()
        let result = await send()
        switch result {
        case .success(let response): end(with: response)
        case .failure(let error): end(error.end(ofWrite: sending.isSent))
        }
        if let scope {
            let isFailed = if case .failure = result { true } else { false }
            store.scopes.leave(scope, id, cancelsFollowing: isFailed && onFailure == .cancelsFollowing)
            store.scopes.forget(id)
        }
        return try result.get()
    }

    private func send() async -> Result<Response<Output>, FetchError> {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let call = client.start(request, observers: store.callObservers + [sending]) { result in
                    continuation.resume(returning: result)
                }
                let isCancelled = state.withLock { state in
                    state.call = call
                    return state.isCancelled
                }
                if isCancelled { call.cancel() }
            }
        } onCancel: {
            cancel()
        }
    }

    private func cancel() {
        let call = state.withLock { state in
            state.isCancelled = true
            return state.call
        }
        call?.cancel()
    }

    // MARK: - The end

    private func end(with response: Response<Output>) {
        let date = store.time.date()
        for step in begun { step.end(id, with: response) }
        forgetOlder(than: date)
    }

    private func end(_ end: WriteEnd) {
        let date = store.time.date()
        for step in begun { step.end(id, end) }
        if end == .refused { store.state.withLock { $0.written[id] = nil } } else { forgetOlder(than: date) }
    }

    /// Makes everything stale that shows what was there before the write.
    private func forgetOlder(than date: Date) {
        let written = store.state.withLock { $0.written.removeValue(forKey: id) ?? [] }
        store.forgetStored(written.map(\.entry), until: date)
        if !targets.isEmpty { store.invalidate(targets, except: written) }
    }
}

/// Notices whether anything of a call was sent.
private final class SendingNotice: FetchObserver {
    private let wasSent = Lock(false)

    var isSent: Bool { wasSent.withLock { $0 } }

    func observe(_ event: FetchEvent) {
        if case .attempt = event.step { wasSent.withLock { $0 = true } }
    }
}

extension FetchError {
    /// What the failure says of a write.
    fileprivate func end(ofWrite isSent: Bool) -> WriteEnd {
        guard isSent else { return .refused }
        switch kind {
        case .invalidRequest, .cannotConnect, .tooManyCalls, .tls, .precondition, .notInCache, .authentication, .file:
            return .refused
        // A proxy says these where the server has not responded.
        case .status(.badGateway), .status(.gatewayTimeout): return .unknown
        case .status, .service: return .refused
        default: return .unknown
        }
    }
}

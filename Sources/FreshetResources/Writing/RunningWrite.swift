package import FreshetCore
import HTTPTypes

/// A write in progress, from the moment at which its changes are shown to its end.
package final class RunningWrite<API: Service, Output: Sendable>: Sendable {
    private let client: Client<API>
    private let request: Request<API, Output>
    private let scope: String?
    private let onFailure: WritePlan<API, Output>.FailureRule
    private let identity: RequestIdentity?
    /// The account that began the write.
    private let account: [String]?
    private let shown: ShownWrite<Output>
    private let sending = SendingNotice()

    private var store: ResourceStore { shown.store }

    /// Begins the write: queues it in its scope, and shows its changes.
    package init(
        _ client: Client<API>, _ request: Request<API, Output>, _ makePlan: (inout WritePlan<API, Output>) -> Void
    ) {
        var plan = WritePlan<API, Output>(client)
        makePlan(&plan)
        self.client = client
        let store = client.resourceStore
        scope = plan.scope
        onFailure = plan.onFailure
        identity = try? client.identity(of: request)
        account = identity?.account(at: store.time.date())
        let id = store.nextNumber()
        var request = request
        // By this number the engine also reports which addresses and groups the response of the write has
        // changed.
        request.options[SharingGroup.self] = id
        self.request = request
        if let scope { store.scopes.queue(scope, id) }
        shown = ShownWrite(id, plan, at: identity?.address)
    }

    /// Waits until no earlier write of the scope is in progress. ``send()`` follows.
    package func waitForTurn() async throws(FetchError) {
        guard let scope else { return }
        guard await store.scopes.enter(scope, shown.id) else {
            store.scopes.forget(shown.id)
            shown.fail(.refused)
            throw .cancelled
        }
    }

    package func send() async throws(FetchError) -> Response<Output> {
        let result = isOfPresentAccount ? await result() : .failure(.cancelled)
        switch result {
        case .success(let response): shown.succeed(with: response)
        case .failure(let error): shown.fail(error.writeEnd(isSent: sending.isSent))
        }
        if let scope {
            let isFailed = if case .failure = result { true } else { false }
            store.scopes.leave(scope, shown.id, cancelsFollowing: isFailed && onFailure == .cancelsFollowing)
            store.scopes.forget(shown.id)
        }
        return try result.get()
    }

    /// Whether the current account is the one that began the write, which is never sent with other
    /// credentials.
    private var isOfPresentAccount: Bool { identity?.account(at: store.time.date()) == account }

    private func result() async -> Result<Response<Output>, FetchError> {
        do throws(FetchError) {
            return .success(try await client.response(for: request, observers: store.callObservers + [sending]))
        } catch {
            return .failure(error)
        }
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
    func writeEnd(isSent: Bool) -> WriteEnd {
        guard isSent else { return .refused }
        switch kind {
        case .invalidRequest, .cannotConnect, .tooManyCalls, .tls, .precondition, .notInCache, .authentication, .file:
            return .refused
        // A proxy sends 502 and 504 when the server hasn't responded, and that may have applied the
        // write (RFC 9110 §15.6.3 and §15.6.5).
        case .status where isOfGateway, .service where isOfGateway: return .unknown
        case .status, .service: return .refused
        default: return .unknown
        }
    }

    private var isOfGateway: Bool { status == .badGateway || status == .gatewayTimeout }
}

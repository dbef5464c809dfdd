#if Telemetry
import FreshetCore
import Metrics
import ServiceContextModule
import Tracing

/// Makes spans and metrics from the events of calls, and stores the open spans.
///
/// An attempt's span is always in the context of its call's span, even if that call joined after
/// the attempt began.
final class CallRecorder: SharedAttemptsObserver {
    /// A call in progress.
    private struct OpenCall {
        let span: any Span
        var source = "network"
        /// The attempt of another call, to which this call will be linked once the attempt has a
        /// span.
        var awaited: UInt64?
        var hasJoined = false
        var isLinked = false
    }

    private struct State {
        var calls: [UInt64: OpenCall] = [:]
        /// The contexts of the attempts' open spans, keyed by attempt number.
        var attempts: [UInt64: ServiceContext] = [:]
        /// The contexts of the attempts that ended last, because a joined call may learn of its
        /// attempt after the attempt has ended.
        var ended: [(id: UInt64, context: ServiceContext)] = []

        func context(of attempt: UInt64) -> ServiceContext? {
            attempts[attempt] ?? ended.last { $0.id == attempt }?.context
        }
        /// The calls that are waiting for an attempt's span.
        var waiting: [UInt64: [UInt64]] = [:]
    }

    private static let endedLimit = 32

    let time: TimeSource
    let backend: Backend
    /// The origins, in addition to the service's own, to which the context is sent.
    let propagation: Set<String>
    private let state = Guarded(State())

    init(_ time: TimeSource, _ backend: Backend, _ propagation: Set<String>) {
        self.time = time
        self.backend = backend
        self.propagation = propagation
    }

    func observe(_ event: FetchEvent) {
        switch event.step {
        case .started: begin(event)
        case .joined: state.withLock { $0.calls[event.call]?.hasJoined = true }
        case .attempt: link(event)
        case .cache(let step):
            backend.instruments.countCache(step.action.rawValue)
            switch step.action {
            case .servedFresh: note("cache", event.call)
            case .servedStale: note("stale", event.call)
            case .confirmed: note("confirmed", event.call)
            default: break
            }
        case .retry(let retry):
            // An observer of shared attempts receives the attempts of other calls as well.
            guard state.withLock({ $0.calls[event.call]?.hasJoined }) == false else { return }
            backend.instruments.countRetry(retry.cause == .backoff ? "backoff" : "server")
        case .repeated: backend.instruments.countRetry("connection")
        case .redirect: backend.instruments.countRetry("redirect")
        case .authentication(let step) where step.action == .sendingAgain: backend.instruments.countRetry("token")
        case .finished(let metrics): end(event) { _, source in (source, metrics.bodyBytes) }
        case .failed(let error):
            end(event) { span, _ in
                span.fail(with: error.type)
                return ("failed", 0)
            }
        case .cancelled: end(event) { _, _ in ("cancelled", 0) }
        default: break
        }
    }

    private func begin(_ event: FetchEvent) {
        let span = backend.tracer.startSpan(
            backend.methods.spanName(of: event.request), context: ServiceContext.current ?? .topLevel,
            ofKind: .internal, at: now)
        state.withLock { $0.calls[event.call] = OpenCall(span: span) }
    }

    /// Records the source of a call's response.
    private func note(_ source: String, _ call: UInt64) {
        state.withLock { $0.calls[call]?.source = source }
    }

    /// - Parameter finish: Completes the span, and returns how the call ended and the size of its
    ///   body.
    private func end(_ event: FetchEvent, _ finish: (any Span, _ source: String) -> (end: String, bytes: Int)) {
        let open = state.withLock { state in
            let open = state.calls.removeValue(forKey: event.call)
            if let awaited = open?.awaited { state.waiting[awaited]?.removeAll { $0 == event.call } }
            if let awaited = open?.awaited, state.waiting[awaited]?.isEmpty == true { state.waiting[awaited] = nil }
            return open
        }
        guard let open else { return }
        let (end, bytes) = finish(open.span, open.hasJoined && open.source == "network" ? "shared" : open.source)
        open.span.updateAttributes { attributes in
            attributes["freshet.call"] = Int64(clamping: event.call)
            attributes["freshet.source"] = end
        }
        backend.instruments.countCall(end, bytes: bytes)
        open.span.end(at: now)
    }

    // MARK: - Links

    /// Links a call that has joined a request to the span of its attempt, or records that it is
    /// waiting for that span.
    private func link(_ event: FetchEvent) {
        guard let attempt = event.attempt else { return }
        let linked = state.withLock { state -> (any Span, ServiceContext)? in
            guard let open = state.calls[event.call], open.hasJoined, !open.isLinked else { return nil }
            guard let context = state.context(of: attempt) else {
                state.calls[event.call]?.awaited = attempt
                state.waiting[attempt, default: []].append(event.call)
                return nil
            }
            state.calls[event.call]?.isLinked = true
            return (open.span, context)
        }
        if let (span, context) = linked { span.addLink(SpanLink(context: context, attributes: [:])) }
    }

    // MARK: - Attempts

    /// Starts the span of an attempt that is about to be sent.
    func begin(_ attempt: RequestAttempt) -> any Span {
        let parent = state.withLock { $0.calls[attempt.call]?.span.context }
        let span = backend.tracer.startSpan(
            backend.methods.spanName(of: attempt.request), context: parent ?? ServiceContext.current ?? .topLevel,
            ofKind: .client, at: now)
        let waiting = state.withLock { state in
            state.attempts[attempt.id] = span.context
            let ids = state.waiting.removeValue(forKey: attempt.id) ?? []
            for id in ids {
                state.calls[id]?.awaited = nil
                state.calls[id]?.isLinked = true
            }
            return ids.compactMap { state.calls[$0]?.span }
        }
        for other in waiting { other.addLink(SpanLink(context: span.context, attributes: [:])) }
        return span
    }

    func end(_ attempt: RequestAttempt) {
        state.withLock { state in
            guard let context = state.attempts.removeValue(forKey: attempt.id) else { return }
            if state.ended.count >= Self.endedLimit { state.ended.removeFirst() }
            state.ended.append((attempt.id, context))
        }
    }

    /// The current time of the client.
    var now: ClientInstant { ClientInstant(time.date()) }
}
#endif

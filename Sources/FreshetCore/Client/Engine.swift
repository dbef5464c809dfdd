package import Foundation
import HTTPTypes

/// Runs calls, for all interfaces of a client.
final class Engine: Sendable {
    let configuration: ClientConfiguration
    /// The observers of the configuration, and those of its plug-ins.
    let observers: [any FetchObserver]
    let chain: Chain
    private let watchdog: Watchdog
    private let decodings = KeptDecodings()
    let bases = BaseAddresses()
    /// The session of the accounts for which calls are made; `nil` if there is none.
    let session: (any AccountSession)?
    /// The state that a module above the core stores for the clients of this engine.
    let companion = Lock<(any EngineCompanion)?>(nil)

    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
        // Plug-ins change a copy: a client made from this one's configuration would otherwise be observed twice.
        var observed = configuration
        for plugin in configuration.plugins.observing { plugin.observe(&observed) }
        observers = observed.observers
        // Built with the observed configuration, so that the transports of observers see what the chain sends.
        chain = Chain(observed)
        watchdog = Watchdog(time: configuration.time)
        session = configuration.session
        for plugin in configuration.plugins { plugin.attach(to: configuration) }
    }

    private var time: TimeSource { configuration.time }

    var budgets: RetryBudgets { chain.budgets }

    /// Calls a request for its value, and waits for the response. Cancelling the task cancels the
    /// call.
    @concurrent
    func response<API, Value>(
        to request: Request<API, Value>, service: API, caching policy: CachePolicy
    ) async throws(FetchError) -> Response<Value> {
        if Task.isCancelled { throw request.cancelledBeforeItsCall() }
        let (call, prepared) = begin(request, service: service, caching: policy)
        return try await response(to: prepared, call, request.reading, service: service)
    }

    /// Starts a call for the value of a request, in a task of its own.
    ///
    /// - Parameters:
    ///   - policy: The cache policy if the request leaves its own at ``CachePolicy/automatic``.
    ///   - revalidates: Whether a stale response is revalidated in the background after it was
    ///     served.
    ///   - observers: The observers of the call; `nil` for those of the client.
    ///   - completion: Receives the outcome, once, on the task of the call.
    func launch<API, Value>(
        _ request: Request<API, Value>,
        service: API,
        caching policy: CachePolicy,
        revalidates: Bool = true,
        observers: [any FetchObserver]? = nil,
        completion: @escaping @Sendable (Result<Response<Value>, FetchError>) -> Void
    ) -> Call {
        let (call, prepared) = begin(
            request, service: service, caching: policy, revalidates: revalidates, observers: observers,
            hasTask: !chain.hasCallInterceptors(request.options.interceptors))
        let task = Task {
            do throws(FetchError) {
                completion(.success(try await response(to: prepared, call, request.reading, service: service)))
            } catch {
                completion(.failure(error))
            }
        }
        // With interceptors around the call, the stages have a task of their own, and this one only waits for it.
        if call.hasTask { call.cancellation.add(task) }
        return call
    }

    /// Cancels all calls that have begun.
    func cancelAll() { watchdog.cancelAll() }

    /// Starts a call and returns with the head of its response. The call ends with the body.
    @concurrent
    func open<API, Value>(
        _ request: Request<API, Value>, service: API, caching policy: CachePolicy
    ) async throws(FetchError) -> OpenResponse {
        if Task.isCancelled { throw request.cancelledBeforeItsCall() }
        let (call, prepared) = begin(request, service: service, caching: policy, isStream: true)
        do throws(FetchError) {
            let response = try await response(to: prepared.get(), call)
            // Checked here rather than by the reader: the beginning of a refused body was read instead of its stream.
            if let refusal = call.options.refusal(of: response, now: time.date()) {
                throw refusal.adding(historyOf: response)
            }
            if Task.isCancelled { throw .cancelled }
            return OpenResponse(response, of: call)
        } catch {
            throw call.fail(with: error)
        }
    }

    /// Returns the stored response to a request without waiting for anything.
    ///
    /// - Parameter bodyLimit: The longest body that is read, in bytes.
    /// - Returns: The response; `nil` if nothing usable is stored, if the store would have to wait,
    ///   or if an interceptor or a closure of the app takes part in the call.
    func storedResponse<API, Value>(
        to request: Request<API, Value>, service: API, caching policy: CachePolicy, bodyLimit: Int
    ) -> Response<Value>? {
        guard let read = request.reading.readAtOnce,
            !chain.hasCallInterceptors(request.options.interceptors),
            let stage = configuration.cache.flatMap(FreshResponses.init)
        else { return nil }
        // Without observers: after a miss, the asynchronous call that follows would report the request a second time.
        let (call, prepared) = begin(request, service: service, caching: policy, observers: [])
        do {
            let request = try prepared.get()
            guard var response = stage.response(to: request, call, bodyLimit: bodyLimit) else {
                throw FetchError.cancelled
            }
            response.complete(with: request.responseURL)
            let whole = Response(try call.options.body(of: response, now: time.date()), response, of: call)
            let kept = response.storedID.map { decodings.decodings(of: $0, bodyBytes: whole.value.count) }
            let value = try read(whole, service, kept)
            try call.succeed(with: whole.metrics)
            return whole.map { _ in value }
        } catch {
            // The asynchronous call that follows fails in the same way, and reports it.
            _ = call.fail(with: error as? FetchError ?? .cancelled)
            return nil
        }
    }

    // MARK: - A call

    /// Makes the outgoing request for a described one, on behalf of the current caller.
    ///
    /// - Parameter needsIdentity: Whether the response may be stored or shared.
    func outgoing<API, Value>(
        _ request: borrowing Request<API, Value>, service: API, caching policy: CachePolicy = .automatic,
        needsIdentity: Bool
    ) throws(FetchError) -> OutgoingRequest {
        var outgoing = try OutgoingRequest(
            request, service: service, bases: bases, cachePolicy: policy, needsIdentity: needsIdentity,
            tracingFields: configuration.tracingFields)
        try configuration.plugins.prepare(&outgoing, at: time.date())
        return outgoing
    }

    private func begin<API, Value>(
        _ request: Request<API, Value>, service: API, caching policy: CachePolicy, isStream: Bool = false,
        revalidates: Bool = true, observers: [any FetchObserver]? = nil, hasTask: Bool = false
    ) -> (Call, Result<OutgoingRequest, FetchError>) {
        let prepared: Result<OutgoingRequest, FetchError>
        do throws(FetchError) {
            let isShared = request.sharing == .inFlight && !isStream
            // The identity runs closures of the app, and is only needed if the response may be stored or shared.
            let needsIdentity = configuration.cache != nil || isShared
            prepared = .success(
                try outgoing(request, service: service, caching: policy, needsIdentity: needsIdentity))
        } catch {
            prepared = .failure(error)
        }
        let summary: FetchError.Request =
            switch prepared {
            case .success(let prepared): prepared.summary
            case .failure:
                .undescribable(method: request.method, baseURL: service.baseURL, secretNames: service.secretNames)
            }
        let options = CallOptions(
            request, service: service, limits: configuration.limits, retry: configuration.retry,
            redirects: configuration.redirects, isStream: isStream, revalidates: revalidates, time: time)
        let isTransfer = isStream || (try? prepared.get().isUpload) == true
        // The default would end every large transfer on a slow network. The idle timeout still applies to these.
        let callTimeout = request.timeout ?? (isTransfer ? nil : configuration.limits.callTimeout)
        let call = Call(
            summary, options: options, callTimeout: callTimeout, watchdog: watchdog,
            observers: observers ?? self.observers, identities: (try? prepared.get().identities) ?? [],
            hasTask: hasTask)
        call.report(.started)
        call.begin()
        return (call, prepared)
    }

    /// Runs the chain.
    private func response(to request: OutgoingRequest, _ call: Call) async throws(FetchError) -> IncomingResponse {
        let own = call.options.request.interceptors
        let chain = chain.start(call, own)
        var response: IncomingResponse
        if self.chain.hasCallInterceptors(own) {
            // The stages have a task of their own, so that the call's deadline and cancellation reach whatever an
            // interceptor awaits.
            response = try await call.response(ofAllOf: chain, to: request)
            try await call.complete(&response)
        } else {
            response = try await chain.pass(request)
        }
        finish(&response, to: request, call)
        return response
    }

    private func finish(_ response: inout IncomingResponse, to request: OutgoingRequest, _ call: Call) {
        informCompanion(of: response, to: request, call.options)
        response.complete(with: request.responseURL)
    }

    /// Runs a call to its end.
    private func response<API, Value>(
        to prepared: Result<OutgoingRequest, FetchError>, _ call: Call, _ reading: ResponseReading<API, Value>,
        service: API
    ) async throws(FetchError) -> Response<Value> {
        let whole: Response<Value>
        do throws(FetchError) {
            let response = try await response(to: prepared.get(), call)
            do throws(FetchError) {
                let body = try call.options.body(of: response, now: time.date())
                var read = Response(body, response, of: call)
                let value = try await value(of: read, response, reading, service: service, call.options)
                call.report(.decoded)
                if Task.isCancelled { throw .cancelled }
                // Measured again, since the metrics were taken before the body was decoded.
                read.metrics.duration = call.elapsed
                whole = read.map { _ in value }
            } catch {
                throw error.adding(historyOf: response)
            }
        } catch {
            throw call.fail(with: error)
        }
        try call.succeed(with: whole.metrics)
        return whole
    }

    /// Decodes a complete body. Runs on the call's executor, never on the caller's.
    private func value<API, Value>(
        of whole: Response<Data>, _ response: IncomingResponse, _ reading: ResponseReading<API, Value>, service: API,
        _ options: CallOptions
    ) async throws(FetchError) -> Value {
        let body = whole.value
        let kept = decodings(of: response, bodyBytes: body.count, options) ?? response.decodings
        do {
            if body.isEmpty, let whenEmpty = reading.whenEmpty { return whenEmpty() }
            return try await reading.read(whole, service, kept)
        } catch {
            throw FetchError(
                reading: error,
                response: FetchError.Response(
                    head: response.head, body: body.prefix(configuration.limits.errorBodyBytes)),
                now: time.date()
            ).adding(source: response.source)
        }
    }

    /// Returns the decoded values of a stored response; `nil` if its values aren't stored.
    private func decodings(
        of response: IncomingResponse, bodyBytes: Int, _ options: CallOptions
    ) -> SharedDecodings? {
        // A response that was just stored may never be requested again. Storing its value, and releasing it later on
        // another thread, costs more than 5 % of the row "Freshet, all stages, async" of `./bench wire` with 64 calls
        // in flight.
        guard let id = response.storedID, options.request[KeepsValue.self] || response.source != .network
        else { return nil }
        return decodings.decodings(of: id, bodyBytes: bodyBytes, shared: response.decodings)
    }
}

/// Whether the value of a response is stored as soon as the response is, as for a resource, which
/// requests it again.
package enum KeepsValue: RequestOptionKey {
    package static let defaultValue = false
    package static let sharing = OptionSharing<Bool>.always
}

// MARK: - Checking a response

extension CallOptions {
    /// Returns the error of a response whose status isn't accepted: the service's own if the body
    /// contains one.
    func refusal(of response: IncomingResponse, now: @autoclosure () -> Date) -> FetchError? {
        guard !accepts(response.head) else { return nil }
        return retry.refusal(response.head, (response.data ?? Data()).prefix(limits.errorBodyBytes), now: now())
            .adding(source: response.source)
    }

    /// Returns the body of a response that the caller can read.
    ///
    /// - Throws: The error of a refused status, of a content type that isn't accepted, or of a body
    ///   that is too large.
    func body(of response: IncomingResponse, now: @autoclosure () -> Date) throws(FetchError) -> Data {
        if let refusal = refusal(of: response, now: now()) { throw refusal }
        let body = response.data ?? Data()
        if let type = accepted.refusedType(of: response.head) {
            throw accepted.refusal(of: type, response.head, body.prefix(limits.errorBodyBytes))
                .adding(source: response.source)
        }
        // An interceptor may have changed the status or type that caused the body to be truncated.
        let limit = response.isTruncated ? limits.errorBodyBytes : limits.bodyBytes
        guard !response.isTruncated, body.count <= limit else { throw FetchError(.tooLarge(.body(limit: limit))) }
        return body
    }
}

extension Response<Data> {
    fileprivate init(_ body: Data, _ response: IncomingResponse, of call: Call) {
        self.init(
            value: body, head: response.head, url: response.url ?? ResponseURL(call.request.url),
            redirects: response.redirects, source: response.source,
            metrics: call.metrics(of: response, bodyBytes: body.count))
        interim = response.interim
        storedID = response.storedID
        timeToHead = response.timeToHead
    }
}

extension FetchError {
    /// Returns the error with the redirects and the interim responses that preceded a response.
    fileprivate func adding(historyOf response: IncomingResponse) -> FetchError {
        let error = adding(interim: response.interim)
        return response.redirectedRequest.map { error.adding(redirects: response.redirects, to: $0) } ?? error
    }

    /// Converts an error that was thrown while reading a body or a part of a stream.
    package init(reading error: any Error, response: Response, now: Date) {
        switch error {
        case let error as FetchError:
            self = error
        case let error as ServiceError:
            self.init(.service(error), response: response, now: now)
        case let error as DecodingError:
            self.init(.decoding(DecodingFailure(error, body: response.body)), response: response, underlying: error)
        default:
            self.init(.validation(error.localizedDescription), response: response, underlying: error)
        }
    }
}

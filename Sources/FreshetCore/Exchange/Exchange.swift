import Foundation
import HTTPTypes

/// The last stage of a call, which sends one attempt with the transport and reads its response.
///
/// It counts the attempt and reads whole bodies within the limits, so that a body that breaks off
/// is simply a failed attempt. The bodies of accepted streams are passed on unread. For a refused
/// response, it reads only the beginning of the body and doesn't fail: status and content type are
/// checked later, for each caller.
struct Exchange: Interceptor {
    /// The maximum number of bytes that are read from the body of a redirect or of a 401 response,
    /// so that its connection can be reused.
    private static let shortBytes = 16 << 10

    private let transport: any Transport
    private let time: TimeSource

    init(_ transport: any Transport, time: TimeSource) {
        self.transport = transport
        self.time = time
    }

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        let call = context.call
        var outgoing = try request.transportRequest()
        if outgoing.body != nil {
            outgoing.onSent = { [time, deadlines = call.deadlines, progress = call.options.progress] bytes in
                // A large upload over a slow line is not idle, although no response arrives for
                // minutes.
                deadlines.restartWaiting(at: time.now())
                progress?.update { $0.countSent(bytes, at: $1) }
            }
        }
        while true {
            let attempt = begin(&outgoing, of: request, call)
            let sent = time.now()
            let received: TransportResponse
            do throws(FetchError) { received = try await send(outgoing, call, attempt, at: sent) } catch {
                try prepare(&outgoing, of: request, after: error, context, attempt)
                continue
            }
            guard var response = try response(received, to: &outgoing, of: request, call, attempt, at: sent) else {
                continue
            }
            try await read(received.body, into: &response, request, call, attempt)
            return response
        }
    }

    /// Counts and reports an attempt, and makes its transport report what observers receive.
    ///
    /// - Returns: The attempt; `nil` if the call has no observer.
    private func begin(_ outgoing: inout TransportRequest, of request: OutgoingRequest, _ call: Call) -> RequestAttempt?
    {
        // Counted even if the call has no observer: the metrics of the call contain the number.
        let number = call.counters.countAttempt()
        guard call.events.isObserved else { return nil }
        let id = call.counters.beginAttempt()
        let attempt = RequestAttempt(id: id, number: number, request, of: call)
        outgoing.options[AttemptKey.self] = attempt
        let secretNames = request.origin.secretNames
        // The request holds these closures, and a transport may hold the request longer than the
        // call lives.
        outgoing.onInterim = { [weak call] in
            call?.report(.interim(InterimResponse($0).redacted(secretNames)), attempt: id)
        }
        outgoing.onMetrics = { [weak call] metrics in
            call?.counters.note(metrics, of: id)
            call?.report(.measured(metrics), attempt: id)
        }
        call.report(.attempt(number: number), attempt: id)
        return attempt
    }

    /// Makes the response of an attempt, still without its body.
    ///
    /// - Parameter outgoing: Is changed to the request that is sent again.
    /// - Returns: The response; `nil` if the request is sent again at once.
    // Not inlined: its variables would be part of the frame of each call in flight, 0.2 KiB (`./bench memory`).
    @inline(never) private func response(
        _ received: TransportResponse, to outgoing: inout TransportRequest, of request: OutgoingRequest, _ call: Call,
        _ attempt: RequestAttempt?, at sent: Duration
    ) throws(FetchError) -> IncomingResponse? {
        let headTime = time.now()
        // RFC 9110 §10.1.1: 417 only means that some server on the way does not support the
        // expectation, so the client should repeat the request without it.
        if received.head.status == .expectationFailed, outgoing.head.headerFields[.expect] != nil,
            call.obstacle(toSending: request, again: .withoutExpect) == nil
        {
            received.body.cancel()
            call.report(.repeated(failure: "status.417"), attempt: attempt?.id)
            outgoing.head.headerFields[.expect] = nil
            // A body that is read chunk by chunk has been used up in part; the request makes a new
            // one.
            outgoing.body = try request.transportRequest().body
            return nil
        }
        // Such a server or proxy is at fault, but without this check the part would be decoded,
        // stored and shared as the whole.
        if received.head.isPart, !outgoing.head.headerFields.contains(.range) {
            attempt?.failure.note(.unrequestedPart)
            received.body.cancel()
            throw FetchError.unrequestedPart.adding(response: FetchError.Response(head: received.head))
        }
        var response = IncomingResponse(head: received.head, body: .complete(Data()), source: .network)
        response.attempts = call.counters.attempts
        response.interim = received.interim.map { InterimResponse($0) }
        // What was really sent: the cache stores nothing if an interceptor changed a field on which
        // the response varies (RFC 9111 §4.1).
        response.sentFields = outgoing.head.headerFields
        response.headTime = headTime
        response.timeToHead = headTime - sent
        return response
    }

    /// Prepares a request that is sent again at once after a failure.
    ///
    /// - Parameter outgoing: Is changed to the request that is sent again.
    /// - Throws: The failure, if the request isn't sent again.
    // Not inlined, for the same reason as `response`.
    @inline(never) private func prepare(
        _ outgoing: inout TransportRequest, of request: OutgoingRequest, after error: FetchError,
        _ context: CallContext, _ attempt: RequestAttempt?
    ) throws(FetchError) {
        let reason: Resending
        switch error.underlying {
        case let failure as UnprocessedRequest:
            reason = failure.needsHTTP1 && !outgoing.needsHTTP1 ? .overHTTP1 : .unprocessed
        // Only on a reused connection: a server may close an idle one just as the request is sent
        // (RFC 9112 §9.3.1). A new connection that ends has another cause.
        case is ReusedConnectionFailure: reason = .deadConnection
        default: throw error
        }
        // A call that has been cancelled in the meantime must not send its request a second time.
        guard !context.isCancelled, context.call.obstacle(toSending: request, again: reason) == nil else { throw error }
        if reason == .overHTTP1 { outgoing.needsHTTP1 = true }
        if let failure = error.underlying as? ReusedConnectionFailure {
            outgoing.needsFreshConnection = failure.needsFreshConnection
        }
        context.call.report(.repeated(failure: error.code), attempt: attempt?.id)
        outgoing.body = try request.transportRequest().body  // One that is read chunk by chunk starts over.
    }

    // MARK: - The body

    private func read(
        _ body: any TransportBody, into response: inout IncomingResponse, _ request: OutgoingRequest, _ call: Call,
        _ attempt: RequestAttempt?
    ) async throws(FetchError) {
        let (head, options) = (response.head, call.options)
        // The transport has completed this exchange, so a trace would show a success unless the
        // refusal is noted here.
        if let attempt, let refusal = Redirect.refusal(of: head, to: request, options) { attempt.failure.note(refusal) }
        let isAccepted = options.accepts(head)
        // An accepted response is final, so observers see its head before its body arrives. A
        // refused one may still be retried or redirected; `Redirects` reports it once it is final.
        if isAccepted {
            options.progress?.update { counter, _ in counter.beginReceiving(head) }
            call.report(.head(status: head.status.code), attempt: attempt?.id)
            response.isHeadReported = true
        }
        if request.method == .head || head.status == .noContent || head.status == .notModified {
            // There is no body, but a transport may need one read to see that and to keep the connection.
            if (try? await call.next(of: body)) != nil { body.cancel() }
        } else if !isAccepted || !options.isStream && options.accepted.refusedType(of: head) != nil {
            // Nobody sees these bodies. Reading a short one to its end keeps the connection for the
            // next request; a long one is not worth that.
            let isShort = head.isRedirect || head.status == .unauthorized && request.account != nil
            let limit = isShort ? min(Self.shortBytes, options.limits.errorBodyBytes) : options.limits.errorBodyBytes
            let (data, isTruncated) = await call.beginning(of: body, limit: limit)
            response.body = .complete(data)
            response.isTruncated = isTruncated
        } else if options.isStream {
            // A caller may drop a stream before its end. The exchange must not stay open then,
            // whichever transport made the body.
            response.body = .stream(ClosingBody(body))
        } else {
            let announced = head.headerFields.contentLength ?? 0
            do throws(FetchError) {
                let limit = options.limits.bodyBytes
                response.body = .complete(try await call.all(of: body, announced: announced, limit: limit))
            } catch {
                attempt?.failure.note(error)
                // A body over the limit is still open, and the server would go on sending it.
                body.cancel()
                // With the head, the cache knows what the request may have changed.
                throw error.adding(response: FetchError.Response(head: head)).adding(interim: response.interim)
            }
        }
    }

    // MARK: - The head

    private func send(
        _ request: TransportRequest, _ call: Call, _ attempt: RequestAttempt?, at start: Duration
    ) async throws(FetchError) -> TransportResponse {
        // With a content coding, `onSent` counts encoded bytes, whose total is not known in
        // advance.
        let length = request.isCompressed ? nil : request.body?.length
        call.options.progress?.update { counter, _ in counter.begin(sending: length) }
        let deadlines = call.deadlines
        // The idle timeout covers the wait for the head as well: a server that accepts a request
        // and never responds must not hold the call forever.
        deadlines.beginWaiting(at: start)
        defer { deadlines.endWaiting(at: time.now()) }
        guard let limit = call.options.retry.policy.attemptTimeout else { return try await transport.send(request) }
        return try await send(request, within: limit, attempt)
    }

    /// Sends a request, and waits a limited time for the head of its response.
    private func send(
        _ request: TransportRequest, within limit: Duration, _ attempt: RequestAttempt?
    ) async throws(FetchError) -> TransportResponse {
        let (transport, time) = (transport, time)
        let deadline = time.now() + limit
        let head = Pending<Result<TransportResponse, FetchError>>()
        // In a task of its own, since a transport may take its time to notice a cancellation: the
        // attempt must end on time all the same.
        let sending = Task {
            let result: Result<TransportResponse, FetchError>
            do throws(FetchError) { result = .success(try await transport.send(request)) } catch {
                result = .failure(error)
            }
            // The time may have run out just before the transport returned. Nobody would read this
            // body, and its connection would stay open.
            if !head.resolve(result), case .success(let late) = result { late.body.cancel() }
        }
        let timer = Task {
            do { try await time.sleep(deadline) } catch { return }
            head.resolve(.failure(FetchError(.timedOut(.attempt(limit)))))
        }
        defer {
            sending.cancel()
            timer.cancel()
        }
        let result = await head.value { head.resolve(.failure(.cancelled)) }
        // The transport reports a cancellation where the attempt ran out of time; traces need the
        // actual reason.
        if case .failure(let error) = result, !error.isCancellation { attempt?.failure.note(error) }
        return try result.get()
    }
}

/// A body that closes its exchange when it is released.
private final class ClosingBody: TransportBody {
    private let base: any TransportBody

    init(_ base: any TransportBody) {
        self.base = base
    }

    deinit { base.cancel() }

    func next() async throws(FetchError) -> Data? { try await base.next() }

    func cancel() { base.cancel() }
}

extension FetchError {
    /// The error for a partial response to a request without `Range`, which must not be mistaken
    /// for the whole representation.
    package static let unrequestedPart = FetchError(
        .protocolViolation("the response is a part, and no part was requested"))
}

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
        let number = call.counters.countAttempt()
        guard call.events.isObserved else { return nil }
        let id = call.counters.beginAttempt()
        let attempt = RequestAttempt(id: id, number: number, request, of: call)
        outgoing.options[AttemptKey.self] = attempt
        let secretNames = request.origin.secretNames
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
        if received.head.status == .expectationFailed, outgoing.head.headerFields[.expect] != nil,
            call.obstacle(toSending: request, again: .withoutExpect) == nil
        {
            received.body.cancel()
            call.report(.repeated(failure: "status.417"), attempt: attempt?.id)
            outgoing.head.headerFields[.expect] = nil
            outgoing.body = try request.transportRequest().body
            return nil
        }
        if received.head.isPart, !outgoing.head.headerFields.contains(.range) {
            attempt?.failure.note(.unrequestedPart)
            received.body.cancel()
            throw FetchError.unrequestedPart.adding(response: FetchError.Response(head: received.head))
        }
        var response = IncomingResponse(head: received.head, body: .complete(Data()), source: .network)
        response.attempts = call.counters.attempts
        response.interim = received.interim.map { InterimResponse($0) }
        response.sentFields = outgoing.head.headerFields
        response.headTime = headTime
        response.timeToHead = headTime - sent
        return response
    }

    /// Prepares a request that is sent again at once after a failure.
    ///
    /// - Parameter outgoing: Is changed to the request that is sent again.
    /// - Throws: The failure, if the request isn't sent again.
    // Not inlined, as that of a response.
    @inline(never) private func prepare(
        _ outgoing: inout TransportRequest, of request: OutgoingRequest, after error: FetchError,
        _ context: CallContext, _ attempt: RequestAttempt?
    ) throws(FetchError) {
        let reason: Resending
        switch error.underlying {
        case let failure as UnprocessedRequest:
            reason = failure.needsHTTP1 && !outgoing.needsHTTP1 ? .overHTTP1 : .unprocessed
        case is ReusedConnectionFailure: reason = .deadConnection
        default: throw error
        }
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
        if let attempt, let refusal = Redirect.refusal(of: head, to: request, options) { attempt.failure.note(refusal) }
        let isAccepted = options.accepts(head)
        if isAccepted {
            options.progress?.update { counter, _ in counter.beginReceiving(head) }
            call.report(.head(status: head.status.code), attempt: attempt?.id)
            response.isHeadReported = true
        }
        if request.method == .head || head.status == .noContent || head.status == .notModified {
            // There is no body, but a transport may need one read to see that and to keep the connection.
            if (try? await call.next(of: body)) != nil { body.cancel() }
        } else if !isAccepted || !options.isStream && options.accepted.refusedType(of: head) != nil {
            let isShort = head.isRedirect || head.status == .unauthorized && request.account != nil
            let limit = isShort ? min(Self.shortBytes, options.limits.errorBodyBytes) : options.limits.errorBodyBytes
            let (data, isTruncated) = await call.beginning(of: body, limit: limit)
            response.body = .complete(data)
            response.isTruncated = isTruncated
        } else if options.isStream {
            response.body = .stream(ClosingBody(body))
        } else {
            let announced = head.headerFields.contentLength ?? 0
            do throws(FetchError) {
                let limit = options.limits.bodyBytes
                response.body = .complete(try await call.all(of: body, announced: announced, limit: limit))
            } catch {
                attempt?.failure.note(error)
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
        let length = request.isCompressed ? nil : request.body?.length
        call.options.progress?.update { counter, _ in counter.begin(sending: length) }
        let deadlines = call.deadlines
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
        let sending = Task {
            let result: Result<TransportResponse, FetchError>
            do throws(FetchError) { result = .success(try await transport.send(request)) } catch {
                result = .failure(error)
            }
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

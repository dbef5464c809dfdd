import Foundation
import HTTPTypes

/// The way of a call through its stages, from the prepared request to the checked answer.
///
/// A class, as are its stages: who waits holds one word of it.
final class Pipeline: Sendable {
    let attempts: Attempts
    let cache: HTTPCache?
    let limits: Limits

    init(attempts: Attempts, cache: HTTPCache?, limits: Limits) {
        self.attempts = attempts
        self.cache = cache
        self.limits = limits
    }

    /// The head of a final answer, and what is known of the way to it.
    ///
    /// A class, since several stages hold it while they wait.
    final class Arrival: Sendable {
        let response: TransportResponse
        let source: ResponseSource
        /// The stored answer whose whole body it brings, if it does.
        let storedID: UUID?
        /// The request that was answered: the first, or the one behind the redirects.
        let request: PreparedRequest
        let redirects: Int
        let timeToHead: Duration
        /// The requests that went to the transport until it came.
        let attempts: Int

        init(_ answer: CacheStage.Answer, to request: PreparedRequest, redirects: Int, call: Call) {
            response = answer.response
            source = answer.source
            storedID = answer.storedID
            self.request = request
            self.redirects = redirects
            timeToHead = call.elapsed
            attempts = call.attempts
        }
    }

    /// Sends a request and follows its redirects to the head of the final answer.
    func arrive(with request: PreparedRequest, call: Call) async throws(FetchError) -> Arrival {
        var request = request
        var redirects = 0
        while true {
            if let interruption = call.interruption { throw interruption }
            let arrival = try await answer(to: request, redirects: redirects, call: call)
            guard let next = try Redirect.next(after: request, head: arrival.response.head) else {
                call.report(.head(status: arrival.response.head.status.code))
                return arrival
            }
            guard redirects < limits.redirects else {
                throw FetchError(.redirect(.tooMany(limit: limits.redirects)))
            }
            redirects += 1
            call.report(.redirect(status: arrival.response.head.status.code, to: next.url))
            await discard(arrival.response, call: call)
            request = next
        }
    }

    /// Answers one hop of a call out of the cache, or by an exchange.
    private func answer(
        to request: PreparedRequest, redirects: Int, call: Call
    ) async throws(FetchError) -> Arrival {
        if cache != nil { return try await cached(request, redirects: redirects, call: call) }
        if request.cache == .cacheOnly { throw FetchError(.notInCache("the client has no cache")) }
        let answer = CacheStage.Answer(response: try await attempts.send(request, call: call), source: .network)
        return Arrival(answer, to: request, redirects: redirects, call: call)
    }

    private func cached(
        _ request: PreparedRequest, redirects: Int, call: Call
    ) async throws(FetchError) -> Arrival {
        guard let cache else { throw FetchError(.notInCache("the client has no cache")) }
        let answer = try await CacheStage(cache: cache, request: request, call: call).answer {
            [attempts] (request) async throws(FetchError) in try await attempts.send(request, call: call)
        }
        return Arrival(answer, to: request, redirects: redirects, call: call)
    }

    /// Refuses every status but 2xx, with the service's own error where the body holds one.
    func checkStatus(of arrival: Arrival, call: Call) async throws(FetchError) {
        guard arrival.response.head.status.kind != .successful else { return }
        throw try await refusal(of: arrival, call: call)
    }

    private func refusal(of arrival: Arrival, call: Call) async throws(FetchError) -> FetchError {
        let head = arrival.response.head
        let body = try await beginning(of: arrival, call: call)
        let response = FetchError.Response(head: head, body: body)
        if let error = arrival.request.patience.serviceError(body, head) {
            return FetchError(.service(error), response: response, now: attempts.time.date())
        }
        return FetchError(.status(head.status), response: response, now: attempts.time.date())
    }

    /// Refuses a body of a media type that the request can't read.
    func checkContent(
        of arrival: Arrival, accepting acceptance: Acceptance, call: Call
    ) async throws(FetchError) {
        guard let type = acceptance.refusedType(of: arrival.response.head) else { return }
        throw acceptance.refusal(of: type, arrival.response.head, try await beginning(of: arrival, call: call))
    }

    /// Reads the whole body into memory, up to the limit.
    func body(of arrival: Arrival, call: Call) async throws(FetchError) -> Data {
        let limit = arrival.request.limits.bodyBytes ?? limits.bodyBytes
        let announced = arrival.response.head.headerFields.value(of: .contentLength).flatMap { Int($0) } ?? 0
        guard announced <= limit else {
            arrival.response.body.cancel()
            throw FetchError(.tooLarge(.body(limit: limit)))
        }
        var body = Data()
        while let chunk = try await next(of: arrival.response, call: call) {
            guard chunk.count <= limit - body.count else {
                arrival.response.body.cancel()
                throw FetchError(.tooLarge(.body(limit: limit)))
            }
            if body.isEmpty {
                body = chunk
                // The announced length may be a lie: trust it for a first megabyte.
                if announced > chunk.count { body.reserveCapacity(min(announced, 1 << 20)) }
            } else {
                body.append(chunk)
            }
        }
        call.report(.body(bytes: body.count))
        return body
    }

    /// Makes the value of a complete body. Runs where the pipeline runs, never on the caller's executor.
    ///
    /// - Parameter decodings: What others decode of the same body.
    func value<API, Value>(
        of body: Data,
        _ head: HTTPResponse,
        reading: ResponseReading<API, Value>,
        service: API,
        decodings: SharedDecodings?
    ) async throws(FetchError) -> Value {
        do {
            if body.isEmpty, let whenEmpty = reading.whenEmpty { return whenEmpty() }
            return try await reading.read(body, head, service, decodings)
        } catch {
            throw FetchError(
                reading: error, response: FetchError.Response(head: head, body: body.prefix(limits.errorBodyBytes)),
                now: attempts.time.date())
        }
    }

    private func next(of response: TransportResponse, call: Call) async throws(FetchError) -> Data? {
        try await call.next(of: response)
    }

    /// Reads the first bytes of a refused body and lets the rest go.
    private func beginning(of arrival: Arrival, call: Call) async throws(FetchError) -> Data {
        var body = Data()
        while body.count < limits.errorBodyBytes, let chunk = try await next(of: arrival.response, call: call) {
            body.append(chunk.prefix(limits.errorBodyBytes - body.count))
        }
        arrival.response.body.cancel()
        return body
    }

    /// Reads the small body of a redirect, so that its connection can be used again; closes the exchange otherwise.
    private func discard(_ response: TransportResponse, call: Call) async {
        var remaining = 16 << 10
        while remaining > 0, let chunk = try? await next(of: response, call: call) { remaining -= chunk.count }
        response.body.cancel()
    }
}

extension FetchError {
    /// Tells what an error means that came out of reading a body.
    init(reading error: any Error, response: Response, now: Date) {
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

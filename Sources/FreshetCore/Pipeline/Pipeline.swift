import Foundation
import HTTPTypes

/// The way of a call through its stages, from the prepared request to the checked answer.
struct Pipeline: Sendable {
    let attempts: Attempts
    let cache: HTTPCache?
    let limits: Limits

    /// The head of a final answer, and what is known of the way to it.
    struct Arrival: Sendable {
        var response: TransportResponse
        var source: ResponseSource
        /// The address that answered, without secrets.
        var url: String
        var redirects: Int
        var timeToHead: Duration
        /// The requests that went to the transport until it came.
        var attempts: Int
    }

    /// Sends a request and follows its redirects to the head of the final answer.
    func arrive(with request: PreparedRequest, call: Call) async throws(FetchError) -> Arrival {
        var request = request
        var redirects = 0
        while true {
            if let interruption = call.interruption { throw interruption }
            let answer = try await answer(to: request, call: call)
            let response = answer.response

            guard let next = try Redirect.next(after: request, head: response.head) else {
                call.report(.head(status: response.head.status.code))
                return Arrival(
                    response: response, source: answer.source, url: request.url, redirects: redirects,
                    timeToHead: call.elapsed, attempts: call.attempts)
            }
            guard redirects < limits.redirects else {
                throw FetchError(.redirect(.tooMany(limit: limits.redirects)))
            }
            redirects += 1
            call.report(.redirect(status: response.head.status.code, to: next.url))
            await discard(response, call: call)
            request = next
        }
    }

    /// Answers one hop of a call out of the cache, or by an exchange.
    private func answer(to request: PreparedRequest, call: Call) async throws(FetchError) -> CacheStage.Answer {
        guard let cache else {
            if request.cache == .cacheOnly { throw FetchError(.notInCache("the client has no cache")) }
            return CacheStage.Answer(response: try await attempts.send(request, call: call), source: .network)
        }
        return try await CacheStage(cache: cache, request: request, call: call).answer {
            (request) async throws(FetchError) in try await attempts.send(request, call: call)
        }
    }

    /// Refuses every status but 2xx, with the service's own error where the body holds one.
    func checkStatus(of arrival: Arrival, service: some Service, call: Call) async throws(FetchError) {
        let head = arrival.response.head
        guard head.status.kind != .successful else { return }
        let body = try await beginning(of: arrival, call: call)
        let response = FetchError.Response(head: head, body: body)
        if let error = service.serviceError(in: body, of: head) {
            throw FetchError(.service(error), response: response)
        }
        throw FetchError(.status(head.status), response: response)
    }

    /// Refuses a body of a media type that the request can't read.
    func checkContent<API, Value>(
        of arrival: Arrival,
        reading: ResponseReading<API, Value>,
        call: Call
    ) async throws(FetchError) {
        let head = arrival.response.head
        guard let type = refusedType(of: head, by: reading) else { return }
        throw wrongContent(type, head, try await beginning(of: arrival, call: call), reading)
    }

    /// The media type of an answer that a request can't read; `nil` when it can.
    func refusedType<API, Value>(of head: HTTPResponse, by reading: ResponseReading<API, Value>) -> MediaType? {
        guard let field = head.headerFields[.contentType], let type = MediaType(field), !reading.accepts(type),
            head.status != .noContent, head.headerFields[.contentLength] != "0"
        else { return nil }
        return type
    }

    func wrongContent<API, Value>(
        _ type: MediaType, _ head: HTTPResponse, _ body: Data, _ reading: ResponseReading<API, Value>
    ) -> FetchError {
        let content = FetchError.WrongContent(
            received: type.description, expected: reading.accept, excerpt: Excerpt.text(of: body))
        return FetchError(.wrongContent(content), response: FetchError.Response(head: head, body: body))
    }

    /// Reads the whole body into memory, up to the limit.
    func body(of arrival: Arrival, call: Call) async throws(FetchError) -> Data {
        let limit = limits.bodyBytes
        let announced = arrival.response.head.headerFields[.contentLength].flatMap { Int($0) } ?? 0
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
    func value<API, Value>(
        of landing: Landing,
        reading: ResponseReading<API, Value>,
        service: API,
        call: Call
    ) async throws(FetchError) -> Value {
        let (body, head) = (landing.body, landing.arrival.response.head)
        let value: Value
        do {
            if body.isEmpty, let whenEmpty = reading.whenEmpty {
                value = whenEmpty
            } else {
                value = try await reading.read(body, head, service, landing.decodings)
            }
        } catch {
            throw FetchError(
                reading: error, response: FetchError.Response(head: head, body: body.prefix(limits.errorBodyBytes)))
        }
        call.report(.decoded)
        return value
    }

    private func next(of response: TransportResponse, call: Call) async throws(FetchError) -> Data? {
        try await call.waiting { () async throws(FetchError) in try await response.body.next() }
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
    init(reading error: any Error, response: Response) {
        switch error {
        case let error as FetchError:
            self = error
        case let error as ServiceError:
            self.init(.service(error), response: response)
        case let error as DecodingError:
            self.init(.decoding(DecodingFailure(error, body: response.body)), response: response, underlying: error)
        default:
            self.init(.validation(error.localizedDescription), response: response, underlying: error)
        }
    }
}

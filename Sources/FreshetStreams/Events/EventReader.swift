import Foundation
import FreshetCore
import HTTPTypes

/// Reads an event stream. It is an actor so that events are parsed and decoded off the caller's
/// executor.
actor EventReader<API: Service, Value: Sendable> {
    private let client: Client<API>
    private let request: Request<API, Void>
    private let options: EventOptions
    private let reading: ServerEvents<API, Value>.Reading
    private let policy: RetryPolicy

    private var parser: ServerEventParser
    private var reconnection: Reconnection
    private var stream: ResponseStream?
    private var attempts = 0
    private var renewals = 0
    /// The account for which the stream was first opened.
    private var account: String?
    private lazy var returns = EnvironmentReturns(client.configuration)
    /// The value of the network and foreground counter when the last bytes were received.
    private var seenReturns = 0
    private var isClosed = false

    init(
        client: Client<API>, request: Request<API, Void>, options: EventOptions,
        reading: @escaping ServerEvents<API, Value>.Reading
    ) {
        self.client = client
        self.request = request
        self.options = options
        self.reading = reading
        parser = ServerEventParser(lastEventID: options.lastEventID ?? "", limit: options.eventLimit)
        policy = request.retry.policy ?? client.configuration.retry
        reconnection = Reconnection(policy, delay: options.delay)
    }

    deinit {
        if !isClosed { options.report?(.closed(.cancelled)) }
    }

    func next() async throws(FetchError) -> ServerEvent<Value>? {
        guard !isClosed else { return nil }
        do throws(FetchError) {
            if let event = try await nextEvent() { return event }
            close(nil)
            return nil
        } catch {
            let error = stream.map { error.adding(request: $0.request, mayRepeat: true) } ?? error
            close(error)
            throw error
        }
    }

    private func close(_ error: FetchError?) {
        isClosed = true
        stream?.cancel()
        stream = nil
        options.report?(.closed(error))
    }

    private func nextEvent() async throws(FetchError) -> ServerEvent<Value>? {
        while true {
            while let event = try parser.next() {
                if options.renewalNames.contains(event.name) {
                    try renewToken()
                    continue
                }
                reconnection.resetBackoff()
                renewals = 0
                if event.value == options.sentinel { return nil }
                if let event = try await read(event) { return event }
            }
            if let stream {
                guard try await readChunk(of: stream) else { return nil }
            } else {
                guard try await connect() else { return nil }
            }
        }
    }

    // MARK: - An event

    private func read(_ event: ServerEvent<String>) async throws(FetchError) -> ServerEvent<Value>? {
        guard let stream else { return nil }
        let response = FetchError.Response(head: stream.head, body: Data(event.value.utf8))
        if options.errorNames.contains(event.name) {
            let error = client.service.serviceError(in: response.body, of: response.head)
            throw FetchError(
                .service(error ?? ServiceError(code: event.name, message: event.value)), response: response)
        }
        do {
            return try await reading(event, stream).map { value in event.map { _ in value } }
        } catch {
            let error = FetchError(reading: error, response: response, now: client.time.date())
            guard let skip = options.skip, !error.isCancellation else { throw error }
            skip(error.adding(request: stream.request, mayRepeat: true))
            return nil
        }
    }

    // MARK: - The connection

    /// Reads the next bytes or, at the end of the connection, prepares the next one. Returns
    /// whether the stream continues.
    private func readChunk(of stream: ResponseStream) async throws(FetchError) -> Bool {
        var body = stream.makeAsyncIterator()
        do throws(FetchError) {
            if let chunk = try await body.next(isolation: self) {
                parser.append(chunk)
                seenReturns = returns.count
                return true
            }
        } catch {
            try await reconnect(after: error)
            return true
        }
        guard options.reconnects else {
            if options.sentinel != nil { throw FetchError(.connectionLost) }
            return false
        }
        try await reconnect(after: nil)
        return true
    }

    /// Opens a connection. Returns whether the stream continues; the server ends it with status
    /// 204.
    private func connect() async throws(FetchError) -> Bool {
        try checkAccount()
        attempts += 1
        // Read before the attempt, so that a return of the network during it ends the next delay early.
        seenReturns = returns.count
        options.report?(.connecting(attempt: attempts))
        parser.beginConnection()
        let stream: ResponseStream
        do throws(FetchError) {
            stream = try await open()
        } catch {
            try await reconnect(after: error)
            return true
        }
        guard stream.head.status != .noContent else { return false }
        if let refusal = await refusal(of: stream) {
            throw refusal.adding(request: stream.request, mayRepeat: true)
        }
        self.stream = stream
        attempts = 0
        reconnection.opened(at: client.time.now())
        options.report?(.open)
        return true
    }

    /// - Throws: The error of the last connection, if it is final or the stream doesn't reconnect.
    private func reconnect(after error: FetchError?) async throws(FetchError) {
        // The session already waits for renewals, and a failed renewal must not be repeated here.
        if let error, !options.reconnects || !error.isTransient || error.isOfRenewal { throw error }
        // Only a failed attempt counts towards the retry budget: the end of an open stream doesn't mean that the host
        // is down.
        let isLimited = stream == nil && error.map { !client.spendRetry(after: $0, by: policy) } ?? false
        stream = nil
        if returns.count > seenReturns, error?.retryAfter == nil { return reconnection.resetBackoff() }
        let (time, now) = (client.time, client.time.now())
        let delay = reconnection.delay(after: error, named: parser.retryDelay, isLimited: isLimited, at: now)
        options.report?(.waiting(until: time.date().addingTimeInterval(delay / .seconds(1)), after: error))
        // The network's return must not shorten a wait that the server has requested with `Retry-After`.
        let mayEndEarly = error?.retryAfter == nil
        let (returns, seen) = (returns, seenReturns)
        await withTaskGroup { group in
            group.addTask { try? await time.sleep(now + delay) }
            if mayEndEarly { group.addTask { await returns.wait(beyond: seen) } }
            await group.next()
            group.cancelAll()
        }
        if Task.isCancelled { throw .cancelled }
        if mayEndEarly, returns.count > seen { reconnection.resetBackoff() }
    }

    // MARK: - The account

    /// Ends the stream if its account has signed out or another one has signed in, so that events
    /// of two accounts never mix.
    private func checkAccount() throws(FetchError) {
        let present = client.accountName
        if let account, account != present { throw .cancelled }
        account = present
    }

    /// Closes the connection because the server no longer accepts its token. The next one is opened
    /// immediately, with a new token.
    private func renewToken() throws(FetchError) {
        guard let stream else { return }
        try stream.refuseToken()
        renewals += 1
        guard options.reconnects, renewals <= Self.renewalLimit else {
            throw FetchError(.authentication(.refused), response: FetchError.Response(head: stream.head))
        }
        stream.cancel()
        self.stream = nil
    }

    private static var renewalLimit: Int { 2 }
}

// MARK: - The request

extension EventReader {
    /// Opens the stream. The call timeout applies only until the response head arrives.
    private func open() async throws(FetchError) -> ResponseStream {
        let request = try outgoing()
        guard let limit = self.request.timeout ?? client.configuration.limits.callTimeout else {
            return try await client.stream(for: request)
        }
        let (client, deadline) = (client, client.time.now() + limit)
        let result = await withTaskGroup(of: Result<ResponseStream, FetchError>.self) { group in
            group.addTask {
                do throws(FetchError) { return .success(try await client.stream(for: request)) } catch {
                    return .failure(error)
                }
            }
            group.addTask {
                do { try await client.time.sleep(deadline) } catch { return .failure(.cancelled) }
                return .failure(FetchError(.timedOut(.call(limit))))
            }
            defer { group.cancelAll() }
            return await group.next() ?? .failure(.cancelled)
        }
        return try result.get()
    }

    private func outgoing() throws(FetchError) -> Request<API, Void> {
        var request = request.timeout(nil).idleTimeout(options.idleTimeout)
            .header(.accept, "text/event-stream")
            .header(.cacheControl, "no-cache")
            .header(.acceptEncoding, "identity")
            // A client with the policy `cacheOnly` must not send a request.
            .caching(client.cachePolicy == .cacheOnly ? .cacheOnly : .bypass)
        if !parser.lastEventID.isEmpty { request = request.header(.lastEventID, parser.lastEventID) }
        request.options[LongLived.self] = true
        guard options.reconnects else { return request }
        if case .stream = request.body?.content {
            throw FetchError(
                .invalidRequest("its body is a stream, which can be sent only once, and the events reconnect"))
        }
        // The request isn't retried because the reader itself reconnects, without a limit.
        var policy = policy
        policy.attempts = 1
        return request.retrying(.policy(policy))
    }

    private func refusal(of stream: ResponseStream) async -> FetchError? {
        guard stream.head.status == .ok else {
            let response = FetchError.Response(head: stream.head)
            return FetchError(.status(stream.head.status), response: response, now: client.time.date())
        }
        let type = stream.head.headerFields[.contentType]
        if let type = type.flatMap(MediaType.init), type.description == "text/event-stream" { return nil }
        do throws(FetchError) {
            return try await stream.wrongContent(type ?? "", expected: "text/event-stream")
        } catch {
            return error
        }
    }
}

extension HTTPField.Name {
    static let lastEventID = Self("Last-Event-ID")!
}

extension FetchError {
    fileprivate var isOfRenewal: Bool { if case .authentication = kind { true } else { false } }
}

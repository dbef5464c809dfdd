public import FreshetCore
import HTTPTypes

/// An asynchronous sequence of the events of an event stream.
///
/// Event streams, or server-sent events, are defined in WHATWG HTML §9.2.
///
/// ```swift
/// for try await event in client.events(for: .prices) { show(event.value) }
/// ```
///
/// Each iteration opens its own connection on its first `next()`. The server can send only as fast
/// as events are read. When a connection ends, the stream reconnects with the id of the last event
/// in `Last-Event-ID`. It does so until the task is cancelled, the loop is left, the account signs
/// out, or the server refuses the request or responds with status 204. By default, a stream whose
/// method isn't GET doesn't reconnect and ends with its response.
///
/// No event is lost or repeated, provided that every event has an id and the server continues after
/// the id in `Last-Event-ID`.
public struct ServerEvents<API: Service, Value: Sendable>: AsyncSequence, Sendable {
    /// An event with its decoded value.
    public typealias Element = ServerEvent<Value>
    /// The error of a failed call.
    public typealias Failure = FetchError

    /// Reads the value of an event, or returns `nil` to skip it.
    typealias Reading = @Sendable (ServerEvent<String>, ResponseStream) async throws -> Value?

    let client: Client<API>
    let request: Request<API, Void>
    let reading: Reading
    var options: EventOptions

    /// Makes an iterator.
    public func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(reader: EventReader(client: client, request: request, options: options, reading: reading))
    }

    /// The iterator of the sequence.
    public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
        let reader: EventReader<API, Value>

        /// Returns the next event, or `nil` at the end of the stream.
        ///
        /// - Throws: The ``FetchError`` that ends the stream.
        public mutating func next(
            isolation actor: isolated (any Actor)? = #isolation
        ) async throws(FetchError) -> ServerEvent<Value>? {
            try await reader.next()
        }
    }
}

struct EventOptions: Sendable {
    var lastEventID: String?
    var reconnects: Bool
    /// The delay before reconnecting, until the server sets one with `retry`.
    var delay: Duration = .seconds(3)
    var idleTimeout: Duration?
    var eventLimit = 1 << 20
    var sentinel: String?
    var errorNames: Set<String> = []
    var renewalNames: Set<String> = []
    var report: (@Sendable (StreamState) -> Void)?
    /// Receives the error of each event that is skipped because it can't be read.
    var skip: (@Sendable (FetchError) -> Void)?
}

// MARK: - Options

extension ServerEvents {
    /// Returns a stream that begins after an event of an earlier stream.
    ///
    /// ```swift
    /// for try await event in client.events(for: .prices).resuming(after: lastID) {
    ///     show(event.value)
    ///     lastID = event.id
    /// }
    /// ```
    ///
    /// - Parameter id: The id of that event, which is sent as `Last-Event-ID`. With `nil`, the
    ///   server chooses where to begin.
    public func resuming(after id: String?) -> Self {
        changed { $0.lastEventID = id }
    }

    /// Returns a stream that does, or doesn't, reconnect after its connection has ended.
    ///
    /// By default, only streams with the method GET reconnect. With another method, reconnecting
    /// repeats the request, so its body must be one that can be sent twice. Otherwise the stream
    /// fails with ``FetchError/Kind-swift.enum/invalidRequest(_:)``.
    ///
    /// - Parameter reconnects: Whether the stream reconnects.
    public func reconnecting(_ reconnects: Bool) -> Self {
        changed { $0.reconnects = reconnects }
    }

    /// Returns a stream that does, or doesn't, reconnect, after the given delay.
    ///
    /// It combines ``reconnecting(_:)`` and ``reconnectionDelay(_:)``.
    public func reconnecting(_ reconnects: Bool, delay: Duration = .seconds(3)) -> Self {
        reconnecting(reconnects).reconnectionDelay(delay)
    }

    /// Returns a stream with another delay before it reconnects, by default 3 seconds.
    ///
    /// The delay applies until the server sets one with `retry`. The backoff of the client's
    /// ``RetryPolicy`` is added to it. A stream that doesn't reconnect has no delay.
    public func reconnectionDelay(_ delay: Duration) -> Self {
        changed { $0.delay = delay }
    }

    /// Returns a stream with another limit for the time without any bytes, by default 45 seconds.
    ///
    /// Comments count as bytes. Only the time during which the reader waits for an event is
    /// measured. A connection that is silent for longer is closed and reopened.
    ///
    /// - Parameter timeout: The longest wait; `nil` for no limit.
    public func idleTimeout(_ timeout: Duration?) -> Self {
        changed { $0.idleTimeout = timeout ?? .seconds(Int64(UInt32.max)) }
    }

    /// Returns a stream with another limit for the size of an event, by default 1 MiB.
    ///
    /// A larger event ends the stream with ``FetchError/Kind-swift.enum/tooLarge(_:)``.
    public func eventLimit(_ bytes: Int) -> Self {
        changed { $0.eventLimit = bytes }
    }

    /// Returns a stream that ends at an event with the given data, such as `[DONE]`.
    ///
    /// ```swift
    /// for try await event in client.events(for: .advice(on: question)).ending(at: "[DONE]") {
    ///     text += event.value.text
    /// }
    /// ```
    ///
    /// That event itself isn't returned. The data are compared as a whole and case-sensitively,
    /// before a value is read from them; several `data` lines are joined by line feeds. The event's
    /// name and id are ignored. If you call this method several times, the last text counts.
    ///
    /// A response that ends without this event counts as cut off. A stream that doesn't reconnect
    /// then fails with ``FetchError/Kind-swift.enum/connectionLost``.
    public func ending(at data: String) -> Self {
        changed { $0.sentinel = data }
    }

    /// Returns a stream that fails at events with the given name.
    ///
    /// The error is the one that ``Service/serviceError(in:of:)`` reads from the data, or else a
    /// ``ServiceError`` with the name as its code and the data as its message.
    public func failing(on name: String) -> Self {
        changed { $0.errorNames.insert(name) }
    }

    /// Returns a stream that renews its token at events with the given name, such as
    /// `auth_revoked`.
    ///
    /// The connection is closed, the client's session renews the token, and the stream continues
    /// after the last event. The event itself isn't returned. The stream fails with
    /// ``FetchError/AuthenticationFailure/refused`` if its request carries no session token, if it
    /// doesn't reconnect, and at the third such event in a row.
    public func renewing(on name: String) -> Self {
        changed { $0.renewalNames.insert(name) }
    }

    /// Returns a stream that skips events whose data can't be read as the value. By default, the
    /// first such event ends the stream.
    ///
    /// - Parameter report: Called with the error of each such event, on an unspecified executor.
    public func skippingInvalid(_ report: @escaping @Sendable (FetchError) -> Void) -> Self {
        changed { $0.skip = report }
    }

    /// Returns a stream that reports the state of its connection.
    ///
    /// ```swift
    /// let prices = client.events(for: .prices).onStateChange { state in
    ///     if case .waiting(let date, _) = state { note("Next attempt at \(date)") }
    /// }
    /// for try await event in prices { show(event.value) }
    /// ```
    ///
    /// - Parameter report: Called with each ``StreamState`` in order, on an unspecified executor,
    ///   before the events of that state.
    public func onStateChange(_ report: @escaping @Sendable (StreamState) -> Void) -> Self {
        changed { $0.report = report }
    }

    private func changed(_ change: (inout EventOptions) -> Void) -> Self {
        var events = self
        change(&events.options)
        return events
    }
}

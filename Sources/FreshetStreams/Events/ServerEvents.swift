public import FreshetCore
import HTTPTypes

/// The events of an event stream (server-sent events, WHATWG HTML §9.2).
///
/// ```swift
/// for try await event in client.events(for: .prices) { show(event.value) }
/// ```
///
/// Each iteration opens its own connection with its first `next()`. The server sends only as fast as events are read.
/// A connection that ends is opened again, with the id of the last event in `Last-Event-ID`, until the task is
/// cancelled, the loop is left, the account signs out, or the server refuses the request or responds with status 204.
/// A stream whose method is not GET is not opened again by default, and ends with its response.
///
/// If every event has an id and the server continues after the id in `Last-Event-ID`, no event is lost or repeated.
public struct ServerEvents<API: Service, Value: Sendable>: AsyncSequence, Sendable {
    /// The events.
    public typealias Element = ServerEvent<Value>
    /// The error of a failed call.
    public typealias Failure = FetchError

    /// Reads the value of an event; `nil` for an event that is skipped.
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

        /// Returns the next event; `nil` at the end.
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
    /// The delay before the next connection until the server sets one with `retry`.
    var delay: Duration = .seconds(3)
    var idleTimeout: Duration?
    var eventLimit = 1 << 20
    var sentinel: String?
    var errorNames: Set<String> = []
    var renewalNames: Set<String> = []
    var report: (@Sendable (StreamState) -> Void)?
    /// Receives the error of each event that can't be read, which is then skipped.
    var skip: (@Sendable (FetchError) -> Void)?
}

// MARK: - Options

extension ServerEvents {
    /// Returns the stream beginning after an event of an earlier stream.
    ///
    /// - Parameter id: The id of that event, which is sent as `Last-Event-ID`; `nil` begins where the server does.
    public func resuming(after id: String?) -> Self {
        changed { $0.lastEventID = id }
    }

    /// Returns the stream with a setting whether it connects again after its connection has ended.
    ///
    /// By default only streams with the method GET do. With another method, connecting again repeats the request: its
    /// body must be one that can be sent twice, or the stream fails with
    /// ``FetchError/Kind-swift.enum/invalidRequest(_:)``.
    ///
    /// - Parameter reconnects: Whether the connection is opened again.
    public func reconnecting(_ reconnects: Bool) -> Self {
        changed { $0.reconnects = reconnects }
    }

    /// Returns the stream with a setting whether it connects again, and with the delay before that.
    ///
    /// It is ``reconnecting(_:)`` and ``reconnectionDelay(_:)`` in one.
    public func reconnecting(_ reconnects: Bool, delay: Duration = .seconds(3)) -> Self {
        reconnecting(reconnects).reconnectionDelay(delay)
    }

    /// Returns the stream with another delay before it connects again, until the server sets one with `retry`: 3
    /// seconds by default.
    ///
    /// The backoff of the client's ``RetryPolicy`` is added to it. A stream that does not connect again has no delay.
    public func reconnectionDelay(_ delay: Duration) -> Self {
        changed { $0.delay = delay }
    }

    /// Returns the stream with another longest wait for bytes, comments included: 45 seconds by default.
    ///
    /// Only the time in which the reader waits for an event counts. A connection that was silent for longer is closed
    /// and opened again.
    ///
    /// - Parameter timeout: The longest wait; `nil` for none.
    public func idleTimeout(_ timeout: Duration?) -> Self {
        changed { $0.idleTimeout = timeout ?? .seconds(Int64(UInt32.max)) }
    }

    /// Returns the stream with another limit for the size of an event: 1 MiB by default.
    ///
    /// A larger one ends the stream with ``FetchError/Kind-swift.enum/tooLarge(_:)``.
    public func eventLimit(_ bytes: Int) -> Self {
        changed { $0.eventLimit = bytes }
    }

    /// Returns the stream ending at an event with the given data, which is not returned, such as `[DONE]`.
    ///
    /// The whole data is compared, in its own case and before a value is read from it; several `data` lines are joined
    /// by line feeds. The name and the id of the event make no difference. The last call counts: there is one such
    /// text.
    ///
    /// A response that ends without this event counts as cut off: a stream that does not reconnect then fails with
    /// ``FetchError/Kind-swift.enum/connectionLost``.
    public func ending(at data: String) -> Self {
        changed { $0.sentinel = data }
    }

    /// Returns the stream failing at events with the given name.
    ///
    /// The error is what ``Service/serviceError(in:of:)`` reads from the data, else a ``ServiceError`` with the name as
    /// its code and the data as its message.
    public func failing(on name: String) -> Self {
        changed { $0.errorNames.insert(name) }
    }

    /// Returns the stream renewing its token at events with the given name, such as `auth_revoked`.
    ///
    /// The connection is closed, the session of the client renews the token, and the stream continues after the last
    /// event. It fails with ``FetchError/AuthenticationFailure/refused`` where its request carries no token of a
    /// session, where it does not reconnect, and after the third such event in turn. The event itself is not
    /// returned.
    public func renewing(on name: String) -> Self {
        changed { $0.renewalNames.insert(name) }
    }

    /// Returns the stream without the events whose data can't be read as the value. By default the first one ends the
    /// stream.
    ///
    /// - Parameter report: Called with the error of each such event, on no particular executor.
    public func skippingInvalid(_ report: @escaping @Sendable (FetchError) -> Void) -> Self {
        changed { $0.skip = report }
    }

    /// Returns the stream with an observer of its connection.
    ///
    /// - Parameter report: Called with each ``StreamState``, in order, on no particular executor, before the events of
    ///   that state.
    public func onStateChange(_ report: @escaping @Sendable (StreamState) -> Void) -> Self {
        changed { $0.report = report }
    }

    private func changed(_ change: (inout EventOptions) -> Void) -> Self {
        var events = self
        change(&events.options)
        return events
    }
}

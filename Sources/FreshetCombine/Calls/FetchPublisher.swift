public import CombineCompletion
public import FreshetCore

/// A publisher that sends the value of a request.
///
/// It sends two values if the cache has a stale response and the server allows its use during the
/// revalidation (RFC 5861 §3): the stale value, then the fresh one. If the revalidation fails, the
/// publisher finishes after the stale value. Use `first()` if one value is enough, or
/// ``FreshetCore/Client/responsePublisher(for:)`` to distinguish them.
///
/// The publisher is cold: every subscription makes its own call, once there is demand. Identical
/// calls in flight share one exchange. The value and the completion are delivered on no particular
/// thread, so use `receive(on:)` before updating a screen. After a cancellation, nothing is
/// delivered, and the exchange is closed unless other calls wait for it.
public struct FetchPublisher<API: Service, Value: Sendable>: Publisher, Sendable {
    /// The type of the values.
    public typealias Output = Value
    /// The type of the failure.
    public typealias Failure = FetchError

    private let client: Client<API>
    private let request: Request<API, Value>

    init(client: Client<API>, request: Request<API, Value>) {
        self.client = client
        self.request = request
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == FetchError {
        let subscription = FetchSubscription<Value, Value>(
            subscriber, failsAfterResponse: false, output: \.value
        ) { [client, request] receive in client.follow(request, receive: receive) }
        subscriber.receive(subscription: subscription)
    }
}

extension Client {
    /// Returns a publisher of a request's value.
    ///
    /// ```swift
    /// news.publisher(for: .headlines)
    ///     .receive(on: DispatchQueue.main)
    ///     .sink { completion in
    ///         print(completion)
    ///     } receiveValue: { page in
    ///         print(page.articles.count)
    ///     }
    /// ```
    public func publisher<Value>(for request: Request<API, Value>) -> FetchPublisher<API, Value> {
        FetchPublisher(client: self, request: request)
    }
}

extension Client where API == AnyOrigin {
    /// Returns a publisher of the value at an address.
    ///
    /// ```swift
    /// web.publisher(at: "https://users.example/users", as: [User].self)
    ///     .replaceError(with: [])
    ///     .receive(on: DispatchQueue.main)
    ///     .assign(to: &$users)
    /// ```
    ///
    /// - Parameters:
    ///   - address: An absolute address, encoded as in a link. Any other text makes each
    ///     subscription fail.
    ///   - type: The type of the value: see `value(at:as:)`.
    public func publisher<Value: Decodable & Sendable>(
        at address: String, as type: Value.Type
    ) -> FetchPublisher<AnyOrigin, Value> {
        publisher(for: Request(at: address))
    }
}

/// A publisher of the responses to a request, each with its source.
///
/// It sends a stale cached response immediately, and the fresh one after it. If the revalidation
/// fails, so does the publisher, after the stale response. It is cold, like ``FetchPublisher``.
public struct ResponsePublisher<API: Service, Value: Sendable>: Publisher, Sendable {
    /// The type of the values.
    public typealias Output = Response<Value>
    /// The type of the failure.
    public typealias Failure = FetchError

    let client: Client<API>
    let request: Request<API, Value>

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == FetchError {
        let subscription = FetchSubscription<Output, Value>(
            subscriber, failsAfterResponse: true, output: { $0 }
        ) { [client, request] receive in client.follow(request, receive: receive) }
        subscriber.receive(subscription: subscription)
    }
}

extension Client {
    /// Returns a publisher of the responses to a request, each with its source.
    ///
    /// ```swift
    /// news.responsePublisher(for: .headlines)
    ///     .mapToFetchState()
    ///     .receive(on: DispatchQueue.main)
    ///     .sink { state in print(state.isStale) }
    /// ```
    public func responsePublisher<Value>(for request: Request<API, Value>) -> ResponsePublisher<API, Value> {
        ResponsePublisher(client: self, request: request)
    }
}

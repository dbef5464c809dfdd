public import CombineOrOpenCombine
public import FreshetCore

/// A publisher of the value that a request brings.
///
/// Two values come where the cache has one that is stale and the service lets it stand in while the fresh one is on its
/// way (RFC 5861 §3); when that does not come, the stale one was the answer. Take `first()` where only one will do, or
/// ``FreshetCore/Client/responsePublisher(for:)`` to be told which is which.
///
/// Cold: every subscription makes a call of its own, and only once the subscriber asks for a value; identical calls in
/// flight share an exchange. The value and the end arrive on no particular thread; bring them to the main one with
/// `receive(on:)`. Cancelling the subscription delivers nothing, and closes the exchange unless others wait for it.
public struct FetchPublisher<API: Service, Value: Sendable>: Publisher, Sendable {
    public typealias Output = Value
    public typealias Failure = FetchError

    private let client: Client<API>
    private let request: Request<API, Value>

    init(client: Client<API>, request: Request<API, Value>) {
        self.client = client
        self.request = request
    }

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Value, S.Failure == FetchError {
        let subscription = FetchSubscription<Value, Value>(
            subscriber, failsBehindAnswer: false, output: \.value
        ) { [client, request] receive in client.follow(request, receive: receive) }
        subscriber.receive(subscription: subscription)
    }
}

extension Client {
    /// Returns a publisher of a request's value.
    ///
    /// ```swift
    /// news.publisher(for: .topHeadlines(country: .us))
    ///     .receive(on: DispatchQueue.main)
    ///     .sink { completion in … } receiveValue: { page in … }
    /// ```
    public func publisher<Value>(for request: Request<API, Value>) -> FetchPublisher<API, Value> {
        FetchPublisher(client: self, request: request)
    }
}

/// A publisher of the answers that a request brings, each with its source.
///
/// A stale answer that the cache gives at once comes first and the fresh one after it; when that does not come, the
/// publisher fails after the stale one. Cold, as ``FetchPublisher`` is.
public struct ResponsePublisher<API: Service, Value: Sendable>: Publisher, Sendable {
    public typealias Output = Response<Value>
    public typealias Failure = FetchError

    let client: Client<API>
    let request: Request<API, Value>

    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == FetchError {
        let subscription = FetchSubscription<Output, Value>(
            subscriber, failsBehindAnswer: true, output: { $0 }
        ) { [client, request] receive in client.follow(request, receive: receive) }
        subscriber.receive(subscription: subscription)
    }
}

extension Client {
    /// Returns a publisher of a request's answers, with the marks of the cache.
    ///
    /// ```swift
    /// news.responsePublisher(for: .topHeadlines(country: .us))
    ///     .mapToFetchState()
    ///     .receive(on: DispatchQueue.main)
    ///     .sink { state in … }
    /// ```
    public func responsePublisher<Value>(for request: Request<API, Value>) -> ResponsePublisher<API, Value> {
        ResponsePublisher(client: self, request: request)
    }
}

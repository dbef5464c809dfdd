public import CombineOrOpenCombine
public import FreshetCore

/// A publisher of the one value that a request brings.
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
        let subscription = CallbackSubscription<Value, FetchError>(subscriber) { [client, request] completion in
            let task = client.start(request) { completion($0.map(\.value)) }
            return { task.cancel() }
        }
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

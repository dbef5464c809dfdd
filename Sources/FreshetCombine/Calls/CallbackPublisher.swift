public import CombineCompletion
public import FreshetCore

/// A publisher of the single value that a function reports by callback.
///
/// The callback may have any of the forms of `Completion`. Unlike `Future`, the publisher is cold,
/// starts again for each subscription and can be cancelled:
///
/// ```swift
/// CallbackPublisher { completion in
///     let task = directory.user(named: name, completion.pair)
///     return { task.cancel() }
/// }
/// ```
public struct CallbackPublisher<Output: Sendable, Failure: Error>: Publisher {
    private let start: (Completion<Output, Failure>) -> (@Sendable () -> Void)?

    /// Makes a publisher from a function with a callback.
    ///
    /// - Parameter start: Starts the work once a value is requested, and returns a function that
    ///   cancels it, or `nil` if it can't be cancelled.
    public init(_ start: @escaping (Completion<Output, Failure>) -> (@Sendable () -> Void)?) {
        self.start = start
    }

    /// Attaches a subscriber.
    public func receive<S: Subscriber>(subscriber: S) where S.Input == Output, S.Failure == Failure {
        let subscription = CallbackSubscription<Output, Failure>(subscriber) { [start] completion in
            start(Completion(completion))
        }
        subscriber.receive(subscription: subscription)
    }
}

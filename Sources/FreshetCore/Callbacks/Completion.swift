/// A callback in the three forms that Swift code uses, called at most once.
///
/// It converts each form to the others:
///
/// ```swift
/// old.load(completion.pair)                                    // (Value?, (any Error)?) -> Void
/// old.load(onSuccess: completion.success, onFailure: completion.failure)
/// old.load(completion.result)                                  // (Result<Value, any Error>) -> Void
/// ```
///
/// It also passes Freshet's result to code that expects one of them:
///
/// ```swift
/// news.fetch(.headlines, completion: Completion(pair: show).result)
/// ```
///
/// Only the first call counts; later ones do nothing. It may be called from any thread, and calls the
/// wrapped callback on that thread.
public struct Completion<Value: Sendable, Failure: Error>: Sendable {
    private final class Target: Sendable {
        private let handler: Lock<(@Sendable (Result<Value, Failure>) -> Void)?>

        init(_ handler: @escaping @Sendable (Result<Value, Failure>) -> Void) {
            self.handler = Lock(handler)
        }

        func call(_ result: Result<Value, Failure>) {
            // Called outside the lock, since the handler may call the completion again. Taking it out also releases
            // what it has captured, even if old code holds the completion for ever.
            let handler = handler.withLock { handler in
                defer { handler = nil }
                return handler
            }
            handler?(result)
        }
    }

    private let target: Target

    /// Wraps a callback that takes a `Result`.
    public init(_ handler: @escaping @Sendable (Result<Value, Failure>) -> Void) {
        target = Target(handler)
    }

    /// Wraps a callback that takes an optional value and an optional error, exactly one of which is set.
    public init(pair handler: @escaping @Sendable (Value?, Failure?) -> Void) {
        self.init { result in
            switch result {
            case .success(let value): handler(value, nil)
            case .failure(let error): handler(nil, error)
            }
        }
    }

    /// Wraps one callback for success and one for failure.
    public init(success: @escaping @Sendable (Value) -> Void, failure: @escaping @Sendable (Failure) -> Void) {
        self.init { result in
            switch result {
            case .success(let value): success(value)
            case .failure(let error): failure(error)
            }
        }
    }

    /// The callback that takes a `Result`.
    public var result: @Sendable (Result<Value, Failure>) -> Void {
        { [target] result in target.call(result) }
    }

    /// The callback for a success.
    public var success: @Sendable (Value) -> Void {
        { [target] value in target.call(.success(value)) }
    }

    /// The callback for a failure.
    public var failure: @Sendable (Failure) -> Void {
        { [target] error in target.call(.failure(error)) }
    }
}

extension Completion where Failure == any Error {
    /// The callback that takes an optional value and an optional error.
    ///
    /// If both are set, the error counts. If neither is, it reports ``MissingOutcomeError``.
    public var pair: @Sendable (Value?, (any Error)?) -> Void {
        { [target] value, error in
            if let error {
                target.call(.failure(error))
            } else if let value {
                target.call(.success(value))
            } else {
                target.call(.failure(MissingOutcomeError()))
            }
        }
    }
}

/// The error of a callback that received neither a value nor an error.
public struct MissingOutcomeError: Error, Hashable, Sendable {
    /// Makes the error.
    public init() {}
}

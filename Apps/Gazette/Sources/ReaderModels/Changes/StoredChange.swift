public import Freshet
public import FreshetOutbox

/// A change of what an account has at a service, as a ``ChangeOutbox`` stores it.
public protocol StoredChange: Codable, Hashable, Sendable {
    /// The service.
    associatedtype API: Service
    /// What the service responds.
    associatedtype Output: Sendable

    /// The write that sends changes.
    static var write: DurableWrite<API, Self, Output> { get }
    /// The service at the beginning of a sentence: "The movie service".
    static var serviceName: String { get }

    /// The change in words, as an order: "Add “Mario” to your watchlist".
    var sentence: String { get }

    /// Whether nothing of an earlier change remains after this one.
    func replaces(_ earlier: Self) -> Bool
}

import Foundation
import FreshetCore
import HTTPTypes

enum ResourceEvent<Value: Sendable>: Sendable {
    typealias Machine = ResourceMachine<Value>

    // Observers and callers
    case observe(ObservationOptions, initial: Machine.Base? = nil)
    /// - Parameter isReplaced: Whether the observer changes to another resource, and will not return.
    case leave(ObservationOptions, isReplaced: Bool = false)
    case wait(Stamp, Waiting)
    case abandon(Stamp)
    case prefetch(ObservationOptions)

    // The cache
    case restored(Machine.Base, invalid: Stamp = 0)
    case notRestored

    // The network
    case response(Stamp, FetchedValue<Value>)
    case failure(Stamp, FetchError)
    case retry(Stamp, attempt: Int, until: Date, failure: String)
    case attempt(Stamp)

    // From outside
    case foreground
    case reconnection
    case timePassed

    // Writes
    /// A write begins. The number identifies it.
    case writeBegan(Stamp, durable: WriteID? = nil, (@Sendable (inout Value) -> Void)?)
    /// The outbox holds a durable write back, or sends it.
    case writeHeld(Stamp, Bool)
    /// Another plan of a durable write follows.
    case writeSuperseded(Stamp)
    /// The changes of a superseded plan are no longer shown.
    case writeWithdrawn(Stamp)
    case writeEnded(Stamp, WriteOutcome<Value>)
    /// A write begins that makes it stale without changing its value.
    case awaitWrite(Stamp)
    /// Such a write has ended, successfully or not.
    case forgetWrite(Stamp)
    /// A write has made it stale.
    case outdate

    // By hand
    case invalidate
    case set(Value, lifetime: Duration?)
    case update(@Sendable (inout Value) -> Void)
    case cancel
    case reset
    case remove
    /// The account has changed: the resource ends, with its observers and changes.
    case end
    /// The account has signed in again, with a new token.
    case signIn
}

extension ResourceEvent {
    var responseValue: Value? {
        if case .response(_, let fetched) = self { fetched.value } else { nil }
    }
}

enum WriteEnd: Sendable {
    /// The server has accepted it.
    case succeeded
    /// It wasn't sent, or the server rejected it.
    case refused
    /// It was sent, and no response was received.
    case unknown
}

/// How a write ended, for one resource.
enum WriteOutcome<Value: Sendable>: Sendable {
    /// The server has accepted it.
    case succeeded(WriteResult<Value>? = nil)
    /// It wasn't sent, or the server rejected it.
    case refused
    /// It was sent, and no response was received.
    case unknown
}

/// The result for a resource that the response of a write contains.
enum WriteResult<Value: Sendable>: Sendable {
    case value(Value, head: HTTPResponse?, isEqual: Bool)
    case change(@Sendable (inout Value) -> Void)
}

/// The event that a caller waits for.
enum Waiting: Sendable, Hashable {
    /// A value that is fresh in this sense, or the next response.
    case fresh(ResourceFreshness)
    /// The response of a fetch: the current one, unless the resource was invalidated after that
    /// started, or a new one.
    case refetch(isRestarting: Bool)
    /// The end of the current fetch, if there is one.
    case end
}

struct ValueFacts: Sendable {
    var origin: ResourceOrigin
    /// When the server made or confirmed it.
    var date: Date
    /// How long it is fresh, counted from `date`.
    var lifetime: Duration = .zero
    /// Whether the server has to confirm it once it is stale (`must-revalidate`, `no-cache`).
    var needsConfirmation = false
    /// Whether it must not be kept (`no-store`).
    var isUnstorable = false
    var head: HTTPResponse?
    /// The bytes of its body.
    var cost = 0
    var tags: Set<ResourceTag> = []
    /// The stored response that it was decoded from.
    var storedID: UUID?

    var freshUntil: Date { date.addingTimeInterval(lifetime / .seconds(1)) }
}

struct FetchedValue<Value: Sendable>: Sendable {
    var value: Value
    var facts: ValueFacts
    /// Whether the server made or confirmed it for this fetch, which makes it as new as the fetch.
    var isFromServer = true
    /// Whether the value equals the base's value.
    var isEqual = false
    /// Whether this is the fetch's last response.
    var isLast = true
    /// The failure that caused a stored response to be served.
    var failure: FetchError?
    /// The last invalidation that concerns the value, if its tags weren't known until now.
    var invalid: Stamp = 0
}

enum ResourceEffect: Sendable, Equatable {
    /// Notifies the observers, since the state may have changed.
    case changed
    case readStore
    case fetch(FetchPlan)
    case cancelFetch(Stamp)
    /// Ends the wait of callers, with the value or the error.
    case settle([Stamp], FetchError?)
    case remove
}

struct FetchPlan: Sendable, Hashable {
    /// The number at which it began, which also identifies it.
    var start: Stamp
    /// Whether the server has to confirm the stored value, however fresh that is.
    var revalidates: Bool
    /// The number after which its data must be requested. The fetch shares only exchanges that began after it.
    var group: Stamp
}

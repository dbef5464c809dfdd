import Foundation
import FreshetCore
import HTTPTypes

/// What happens to a resource.
enum ResourceEvent<Value: Sendable>: Sendable {
    typealias Machine = ResourceMachine<Value>

    // Observers and callers
    case observe(ObservationOptions, initial: Machine.Base? = nil)
    /// - Parameter isReplaced: Whether the observer changes to another resource, and will not return.
    case leave(ObservationOptions, isReplaced: Bool = false)
    /// Waits for a value that is fresh, or that was asked for from now on.
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

    // A further page of a list
    /// It is requested. The number is the name of the request.
    case pageAsked(Stamp, @Sendable (inout Machine.Base) -> Void)
    /// - Parameter invalid: The last invalidation that concerns it.
    case pageEnded(Stamp, invalid: Stamp = 0, @Sendable (inout Machine.Base) -> Void)
    /// What is known of the list besides its pages.
    case revise(@Sendable (inout Machine.Base) -> Void)

    // From outside
    case foreground
    case reconnection
    case timePassed

    // Writes
    /// A write begins. The number is its name.
    case writeBegan(Stamp, (@Sendable (inout Value) -> Void)?)
    case writeEnded(Stamp, WriteOutcome<Value>)

    // By hand
    case invalidate
    case set(Value, lifetime: Duration?)
    case update(@Sendable (inout Value) -> Void)
    case cancel
    case reset
    case remove
    /// The account has gone: nothing of the resource is left.
    case end
}

/// How a write ended.
enum WriteEnd: Sendable {
    /// The server has accepted it.
    case succeeded
    /// It was not sent, or the server has refused it.
    case refused
    /// It was sent, and no response came.
    case unknown
}

/// How a write ended, for one resource.
enum WriteOutcome<Value: Sendable>: Sendable {
    /// The server has accepted it.
    case succeeded(WriteResult<Value>? = nil)
    /// It was not sent, or the server has refused it.
    case refused
    /// It was sent, and no response came.
    case unknown
}

/// What the response of a write says of a resource.
enum WriteResult<Value: Sendable>: Sendable {
    /// Its new value.
    case value(Value, head: HTTPResponse?, isEqual: Bool)
    /// What to change of it.
    case change(@Sendable (inout Value) -> Void)
}

/// What a caller waits for.
enum Waiting: Sendable, Hashable {
    /// A value that is fresh in this sense, or the next response.
    case fresh(ResourceFreshness)
    /// A response that was asked for from now on. A fetch under way will do, unless the resource was invalidated after its start.
    case refetch(isRestarting: Bool)
    /// The end of the fetch that is under way, if one is.
    case end
}

/// What is known of a value besides itself.
struct ValueFacts: Sendable {
    var origin: ResourceOrigin
    /// When the server made or confirmed it.
    var date: Date
    /// How long it is fresh from then on.
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

/// A response to a fetch.
struct FetchedValue<Value: Sendable>: Sendable {
    var value: Value
    var facts: ValueFacts
    /// Whether the server gave or confirmed it, so that it is as new as its fetch.
    var isFromServer = true
    /// Whether the value is equal to that of the base.
    var isEqual = false
    /// Whether no further response of the fetch follows.
    var isLast = true
    /// The failure because of which a stored response was served.
    var failure: FetchError?
    /// The last invalidation that concerns the value, if its tags were not known before.
    var invalid: Stamp = 0
}

/// What is to be done after an event.
enum ResourceEffect: Sendable, Equatable {
    /// The state may be another one.
    case changed
    case readStore
    case fetch(FetchPlan)
    case cancelFetch(Stamp)
    /// Callers wait no longer: they get the value, or the error.
    case settle([Stamp], FetchError?)
    /// The resource has no use, and its time is over.
    case remove
}

/// How a fetch is sent.
struct FetchPlan: Sendable, Hashable {
    /// When it began. It is also its name.
    var start: Stamp
    /// Whether the server has to confirm what is stored, however fresh that is.
    var revalidates: Bool
    /// The last event after which data must have been asked for. The fetch shares only exchanges that began after it.
    var group: Stamp
}

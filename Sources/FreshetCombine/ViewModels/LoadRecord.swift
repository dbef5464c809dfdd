import Foundation
import FreshetCore

/// The loading state and the fetch state of a slot, computed from its events.
struct LoadRecord<Value> {
    private(set) var state = LoadingState<Value>.idle
    private(set) var fetch = FetchState<Value>()
    /// The state that a cancellation restores.
    private var settled = LoadingState<Value>.idle

    /// - Returns: Whether ``state`` has changed; the end of a call after its value does not change it.
    mutating func apply(_ event: FetchSlot<Value>.Event, at date: Date) -> Bool {
        switch event {
        case .began:
            state = .loading
            fetch.begin()
        case .value(let value):
            settled = .loaded(value)
            state = settled
            fetch.receive(value, at: date, goesOn: true)
        case .failed(let error):
            settled = .failed(error)
            state = settled
            fetch.fail(error)
        case .finished, .cancelled:
            fetch.cancel()
            guard state.isLoading else { return false }
            state = settled
        }
        return true
    }

    /// Applies an event of a call whose responses have sources.
    ///
    /// A failure after a stale value keeps that value, and only changes ``fetch``.
    mutating func apply(_ event: FetchSlot<Response<Value>>.Event, at date: Date) -> Bool where Value: Sendable {
        switch event {
        case .began: return apply(FetchSlot<Value>.Event.began, at: date)
        case .finished: return apply(FetchSlot<Value>.Event.finished, at: date)
        case .cancelled: return apply(FetchSlot<Value>.Event.cancelled, at: date)
        case .failed(let error):
            guard state.value != nil else { return apply(FetchSlot<Value>.Event.failed(error), at: date) }
            fetch.fail(error)
            return false
        case .value(let response):
            settled = .loaded(response.value)
            state = settled
            fetch.receive(response, at: date, goesOn: true)
            return true
        }
    }
}

import Foundation
import FreshetCore

/// What the events of a slot come to, as both kinds of state.
struct LoadRecord<Value> {
    private(set) var state = LoadingState<Value>.idle
    private(set) var fetch = FetchState<Value>()
    /// The state that a cancel brings back.
    private var settled = LoadingState<Value>.idle

    /// - Returns: Whether ``state`` is a new one; the end of a call whose value has come says nothing new.
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
}

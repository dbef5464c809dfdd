import Foundation
import FreshetCore

/// The loading state and the fetch state of a slot, computed from its events.
struct LoadRecord<Value> {
    private(set) var state = LoadingState<Value>.idle
    private(set) var fetch = FetchState<Value>()
    /// The state that a cancellation restores.
    private var settled = LoadingState<Value>.idle

    /// Applies an event of a call, and returns whether ``state`` has changed.
    ///
    /// - Parameter keepsValue: Whether a failure after a value of the same call changes ``fetch`` alone.
    mutating func apply<Output>(
        _ event: FetchSlot<Output>.Event, keepsValue: Bool = false,
        receive: (Output, inout FetchState<Value>) -> Void
    ) -> Bool {
        switch event {
        case .began:
            state = .loading
            fetch.begin()
        case .value(let output):
            receive(output, &fetch)
            settled = fetch.loadingState
            state = settled
        case .failed(let error):
            fetch.fail(error)
            guard !keepsValue || state.value == nil else { return false }
            settled = .failed(error)
            state = settled
        case .finished, .cancelled:
            fetch.cancel()
            guard state.isLoading else { return false }
            state = settled
        }
        return true
    }
}

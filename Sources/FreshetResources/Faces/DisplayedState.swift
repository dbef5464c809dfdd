import Foundation
import FreshetCore

/// The state that a screen shows while it changes resources.
///
/// It is the current resource's state, with the previous resource's value until the current one has
/// a value.
package struct DisplayedState<Value: Sendable>: Sendable {
    private struct Previous {
        let value: Value
        let date: Date?
        let account: UInt64
    }

    private var displayed = ResourceState<Value>()
    /// The previous resource's value while that is still shown.
    private var previous: Previous?

    package init() {}

    package mutating func change(keepingValue isKeeping: Bool) {
        // A placeholder belongs to its own resource. Carried over, it would look like real, previous data.
        guard isKeeping, let value = displayed.value, displayed.origin != .placeholder else {
            previous = nil
            return
        }
        // While a previous value is shown, `displayed` already has the account of the resource in between.
        previous = Previous(value: value, date: displayed.date, account: previous?.account ?? displayed.account)
    }

    /// Returns the state to show for a state of the resource. A fetch that the screen started
    /// counts even if the resource is idle.
    package mutating func take(_ state: ResourceState<Value>, isFetching: Bool = false) -> ResourceState<Value> {
        // After a sign-out, the next user must not see a value of the previous one.
        if let previous, previous.account != state.account { self.previous = nil }
        if state.value != nil, state.origin != .placeholder { previous = nil }
        displayed = state
        if let previous {
            var facts = state.facts
            facts.origin = .previous
            facts.date = previous.date
            displayed = ResourceState(value: previous.value, facts, isStale: state.isStale)
        }
        if isFetching, displayed.activity == .idle { displayed.facts.activity = .fetching }
        return displayed
    }

    /// Ends the observation: returns the shown state without its activity.
    package mutating func end() -> ResourceState<Value> {
        displayed.facts.activity = .idle
        return displayed
    }
}

import FreshetCore

/// The state that a screen shows when it changes resources: that of the present resource, with the value of the one
/// before it until the present one has a value.
package struct DisplayedState<Value: Sendable>: Sendable {
    private var displayed = ResourceState<Value>()
    /// The value that stays, and the account that it belongs to; `nil` when none does.
    private var previous: (value: Value, account: UInt64)?

    package init() {}

    /// Changes to another resource.
    ///
    /// - Parameter isKeeping: Whether the value stays.
    package mutating func change(keepingValue isKeeping: Bool) {
        guard isKeeping, let value = displayed.value, displayed.origin != .placeholder else {
            previous = nil
            return
        }
        previous = (value, previous?.account ?? displayed.account)
    }

    /// Returns the state that is shown for a state of the present resource.
    package mutating func take(_ state: ResourceState<Value>) -> ResourceState<Value> {
        if let previous, previous.account != state.account { self.previous = nil }
        if state.value != nil, state.origin != .placeholder { previous = nil }
        displayed = state
        if let previous {
            var facts = state.facts
            facts.origin = .previous
            displayed = ResourceState(value: previous.value, facts, isStale: state.isStale)
        }
        return displayed
    }
}

import Foundation
import FreshetCore

/// Several resources together: a tuple as soon as each of them has a value.
///
/// ```swift
/// let both = combined(theatre.resource(.rated), theatre.resource(.play(7)))
/// ```
///
/// Its state is stale if one of them is, and says the first error and the first thing that is being done.
public func combined<each Value: Sendable>(
    _ resources: repeat any ResourceReadable<each Value>
) -> ResourceView<(repeat each Value)> {
    let resources = (repeat each resources)
    return ResourceView {
        state(of: repeat (each resources).state)
    } watch: { look in
        var observations: [ResourceObservation] = []
        repeat observations.append(observed(each resources, look))
        let all = observations
        return ResourceObservation { isReplaced in
            for one in all {
                if isReplaced { one.replace() } else { one.cancel() }
            }
        }
    } fetch: {
        repeat await (each resources).reload()
    }
}

private func observed<Value: Sendable>(
    _ resource: any ResourceReadable<Value>, _ look: @escaping @Sendable () -> Void
) -> ResourceObservation {
    resource.observe { _ in look() }
}

private func state<each Value: Sendable>(
    of states: repeat ResourceState<each Value>
) -> ResourceState<(repeat each Value)> {
    var facts = CombinedFacts()
    repeat facts.add(each states)
    guard !facts.isIncomplete, let values = try? (repeat present((each states).value)) else {
        return facts.state.with(nil)
    }
    return facts.state.with(values)
}

private struct Missing: Error {}

private func present<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
}

/// What the states of several resources say together.
private struct CombinedFacts {
    var state = ResourceState<Void>()
    var isIncomplete = false
    private var isFirst = true

    mutating func add<Value>(_ one: ResourceState<Value>) {
        if one.value == nil { isIncomplete = true }
        state.error = state.error ?? one.error
        if state.activity == .idle { state.activity = one.activity }
        state.isStale = (!isFirst && state.isStale) || one.isStale
        state.date = [state.date, one.date].compactMap(\.self).min()
        state.pendingChanges += one.pendingChanges
        state.updates += one.updates
        state.failures += one.failures
        state.revision &+= one.revision
        state.account &+= one.account
        state.origin = isFirst || one.isStandIn ? one.origin : state.origin
        isFirst = false
    }
}

extension ResourceState {
    /// Whether the value is no data of its resource.
    fileprivate var isStandIn: Bool { origin == .placeholder || origin == .previous }
}

import Foundation
import FreshetCore

/// Combines several resources into one, whose value is a tuple once each of them has a value.
///
/// ```swift
/// let both = combined(theatre.resource(.rated), theatre.resource(.play(7)))
/// ```
///
/// The state is a snapshot of one moment: a change is never visible in one resource and missing in
/// another, unless the resources change during each of eleven readings in a row. The combination is
/// stale if any resource is. It has the first error among them, and the first activity that isn't
/// idle.
public func combined<each Value: Sendable>(
    _ resources: repeat any ResourceReadable<each Value>
) -> ResourceView<(repeat each Value)> {
    let resources = (repeat each resources)
    return ResourceView {
        momentaryState(of: repeat each resources, attempts: 10)
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
    resource.observeEachChange(look)
}

/// Reads all states twice until both readings are equal, which proves that they existed together,
/// or until the attempts are used up.
private func momentaryState<each Value: Sendable>(
    of resources: repeat any ResourceReadable<each Value>, attempts: Int
) -> ResourceState<(repeat each Value)> {
    // Each resource has its own lock, and no lock spans several. Only two equal readings in a row show that
    // all states existed together.
    let first = (repeat (each resources).state)
    let second = (repeat (each resources).state)
    var comparison = StatesComparison()
    repeat comparison.add(each first, each second)
    guard comparison.areSame || attempts == 0 else {
        return momentaryState(of: repeat each resources, attempts: attempts - 1)
    }
    return state(of: repeat each second)
}

private struct StatesComparison {
    var areSame = true

    mutating func add<Value>(_ first: ResourceState<Value>, _ second: ResourceState<Value>) {
        areSame = areSame && first.isSame(as: second)
    }
}

private func state<each Value: Sendable>(
    of states: repeat ResourceState<each Value>
) -> ResourceState<(repeat each Value)> {
    var facts = CombinedFacts()
    repeat facts.add(each states)
    // A parameter pack can't be unwrapped element by element with `if let`. A function that throws can.
    guard !facts.isIncomplete, let values = try? (repeat present((each states).value)) else {
        return ResourceState(value: nil, facts.facts, isStale: facts.isStale)
    }
    return ResourceState(value: values, facts.facts, isStale: facts.isStale)
}

private struct Missing: Error {}

private func present<Value>(_ value: Value?) throws -> Value {
    guard let value else { throw Missing() }
    return value
}

private struct CombinedFacts {
    var facts = StateFacts()
    var isStale = false
    var isIncomplete = false
    private var isFirst = true

    mutating func add<Value>(_ one: ResourceState<Value>) {
        if one.value == nil { isIncomplete = true }
        isStale = isStale || one.isStale
        facts.error = facts.error ?? one.error
        if facts.activity == .idle { facts.activity = one.activity }
        // The combination is as old as its oldest part.
        facts.date = [facts.date, one.date].compactMap(\.self).min()
        facts.pendingChanges += one.pendingChanges
        // One durable write may change several of the resources. It is listed once.
        facts.pendingWrites += one.facts.pendingWrites.filter { !facts.pendingWrites.contains($0) }
        facts.updates += one.updates
        facts.failures += one.failures
        // A wrapping sum: it differs whenever one part changes, which is all that the comparison of two
        // states needs.
        facts.revision &+= one.revision
        facts.account &+= one.account
        // One stand-in makes the whole tuple a stand-in, or a placeholder would pass as data.
        facts.origin = isFirst || one.isStandIn ? one.origin : facts.origin
        isFirst = false
    }
}

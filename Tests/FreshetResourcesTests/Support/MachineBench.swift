import Foundation
import FreshetCore
import HTTPTypes

@testable import FreshetResources

/// A machine with a time that a test moves, to try it event by event.
struct MachineBench {
    static let start = Date(timeIntervalSince1970: 1_767_225_600)

    var machine: ResourceMachine<Int>
    var now = Moment(stamp: 0, time: .zero, date: start)

    /// - Parameter isRestored: Whether the cache was read, without finding anything.
    init(rules: ResourceRules = ResourceRules(), isRestored: Bool = true) {
        machine = ResourceMachine(rules: Shared(rules), at: .zero)
        if isRestored { machine.restore = .done }
    }

    /// Lets an event happen, and returns what is to be done.
    @discardableResult
    mutating func after(_ event: ResourceEvent<Int>) -> [ResourceEffect] {
        now.stamp += 1
        return machine.handle(event, at: now)
    }

    /// Lets time pass, and returns what is to be done.
    @discardableResult
    mutating func after(seconds: Double) -> [ResourceEffect] {
        now.time += .seconds(seconds)
        now.date += seconds
        return after(.timePassed)
    }

    /// Lets the app come to the foreground, long after the last response.
    @discardableResult
    mutating func foreground() -> [ResourceEffect] {
        machine.lastResponse = nil
        return after(.foreground)
    }

    /// A machine with an observer and a value that is fresh for a time, as of a first fetch.
    static func fetched(_ value: Int = 1, maxAge: Double = 60, _ options: ObservationOptions = .init()) -> MachineBench
    {
        var bench = MachineBench()
        bench.after(.observe(options))
        bench.respond(value, maxAge: maxAge)
        return bench
    }

    /// The running fetch.
    var fetch: Stamp { machine.fetch?.plan.start ?? 0 }

    /// Lets the server respond to the running fetch.
    @discardableResult
    mutating func respond(
        _ value: Int, maxAge: Double = 60, isFromServer: Bool = true, failure: FetchError? = nil
    ) -> [ResourceEffect] {
        after(.response(fetch, fetched(value, maxAge: maxAge, isFromServer: isFromServer, failure: failure)))
    }

    func fetched(
        _ value: Int, maxAge: Double = 60, isFromServer: Bool = true, failure: FetchError? = nil
    ) -> FetchedValue<Int> {
        var fetched = FetchedValue(
            value: value, facts: facts(maxAge: maxAge, isFromServer ? .network : .store), isFromServer: isFromServer)
        fetched.failure = failure
        return fetched
    }

    func facts(maxAge: Double = 60, _ origin: ResourceOrigin = .network) -> ValueFacts {
        ValueFacts(origin: origin, date: now.date, lifetime: .seconds(maxAge))
    }

    func stored(_ value: Int, age: Double = 0, maxAge: Double = 60) -> ResourceMachine<Int>.Base {
        var facts = facts(maxAge: maxAge, .store)
        facts.date -= age
        return ResourceMachine.Base(value: value, asOf: 0, facts: facts)
    }

    /// What an observer with the usual choices sees.
    var state: ResourceState<Int> {
        var shown = machine.base?.value
        if var value = shown {
            for change in machine.changes { change.apply?(&value) }
            shown = value
        }
        return machine.state(for: .asTheServerSays, shown: shown, at: now.date)
    }
}

extension [ResourceEffect] {
    /// The fetches to be started.
    var plans: [FetchPlan] {
        compactMap { if case .fetch(let plan) = $0 { plan } else { nil } }
    }

    var isFetch: Bool { !plans.isEmpty }

    var cancelled: [Stamp] {
        compactMap { if case .cancelFetch(let id) = $0 { id } else { nil } }
    }

    var settled: [Stamp] {
        flatMap { effect -> [Stamp] in if case .settle(let ids, _) = effect { ids } else { [] } }
    }
}

extension FetchError {
    static var unavailable: FetchError { FetchError(.status(.serviceUnavailable)) }
}

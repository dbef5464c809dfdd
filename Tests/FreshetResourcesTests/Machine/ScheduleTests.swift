import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetResources

/// Random schedules of everything that can happen to a resource, against a model that is written apart: it keeps a log
/// of what happened, and says by that log alone what must hold.
struct ScheduleTests {
    @Test func randomSchedulesBreakNoRule() {
        for seed in 0..<TestLength.count(200, long: 10_000) {
            var schedule = Schedule(seed: UInt64(seed))
            for _ in 0..<120 {
                schedule.step()
                if let problem = schedule.problem {
                    Issue.record(
                        "seed \(seed): \(problem)\n\(schedule.log.suffix(25).joined(separator: "\n"))")
                    return
                }
            }
            schedule.settle()
            if let problem = schedule.problem {
                Issue.record(
                    "seed \(seed), at the end: \(problem)\n\(schedule.log.suffix(25).joined(separator: "\n"))"
                )
                return
            }
        }
    }
}

/// A server whose value counts up, a resource that shows it, and a log.
private struct Schedule {
    private var random: SeededRandom
    private var bench: MachineBench
    private(set) var log: [String] = []
    private(set) var problem: String?

    // What the model knows: the order of things is their place in time, counted by `turn`.
    private var turn = 0
    /// The value that the server has.
    private var server = 1000
    /// The requests under way: when each was sent, and what the server said then.
    private var asked: [Stamp: (turn: Int, value: Int)] = [:]
    private var observers = 0
    private var callers: Set<Stamp> = []
    private var lastCaller: Stamp = 10_000
    private var lastInvalidation = -1
    /// When the shown value was asked for, or set.
    private var shownSince = -1
    private var unusedSince: Duration? = .zero
    /// What the cache has: a response, when it was asked for, and when it came.
    private var stored: (value: Int, turn: Int, date: Date)?
    /// The number of the last invalidation, as the store of resources keeps it.
    private var mark: Stamp = 0
    /// The values of earlier accounts are below it.
    private var firstOfAccount = 0

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        bench = MachineBench(isRestored: seed % 3 != 0)
    }

    mutating func step() {
        turn += 1
        if bench.machine.isRemoved { begin() }
        switch Int.random(in: 0..<20, using: &random) {
        case 0, 1: observe()
        case 2: leave()
        case 3: ask()
        case 4: giveUp()
        case 5, 6: invalidate()
        case 7, 8, 9: respond()
        case 10: fail()
        case 11: server += 1
        case 12: set()
        case 13: pass(seconds: [0.25, 0.5, 3, 20, 400].randomElement(using: &random) ?? 1)
        case 14: toggleNetwork()
        case 15: handle("cancel", .cancel)
        case 16: evict()
        case 17 where turn.isMultiple(of: 3): signOut()
        case 18 where turn.isMultiple(of: 3): restart()
        default: handle("foreground", .foreground)
        }
        noteUse()
        check()
    }

    /// A resource that was removed begins again, as in the store.
    private mutating func begin() {
        let now = bench.now
        bench = MachineBench(isRestored: false)
        bench.now = now
        bench.machine.unwantedSince = now.time
        (bench.machine.invalid, bench.machine.barrier) = (mark, mark)
        (asked, callers) = ([:], [])
        (shownSince, unusedSince) = (-1, now.time)
    }

    private mutating func evict() {
        guard bench.machine.isUnused else { return }
        handle("evict", .remove)
    }

    /// Another account: its server has other values, and the cache is empty.
    private mutating func signOut() {
        let count = observers
        (observers, callers) = (0, [])
        handle("sign out", .end)
        server = (server / 100_000 + 1) * 100_000
        (firstOfAccount, stored, mark, lastInvalidation) = (server, nil, 0, -1)
        begin(with: count)
    }

    /// Another process, with the cache of the one before. Fetches and callers have gone.
    private mutating func restart() {
        log.append("\(turn): restart")
        mark = lastInvalidation < 0 ? 0 : 1
        let count = observers
        observers = 0
        begin(with: count)
    }

    private mutating func begin(with count: Int) {
        begin()
        for _ in 0..<count { observe() }
    }

    /// Lets everything end well: then the resource has to show what the server has.
    mutating func settle() {
        turn += 1
        if bench.machine.isRemoved { begin() }
        if observers == 0 { observe() }
        if bench.machine.restore == .reading { finishReading() }
        bench.now.isOffline = false
        handle("network", .reconnection)
        invalidate()
        var rounds = 0
        while bench.machine.fetch != nil, rounds < 5 {
            rounds += 1
            respond(with: server)
        }
        if rounds > 2 { problem = "it took \(rounds) fetches to settle" }
        if bench.state.value != server {
            problem = "it shows \(bench.state.value ?? -1), the server has \(server)"
        }
        if bench.state.isStale { problem = "it is still stale" }
        if !bench.machine.awaiters.isEmpty { problem = "somebody still waits" }
    }

    // MARK: - Events

    private mutating func handle(_ name: String, _ event: ResourceEvent<Int>) {
        let effects = bench.after(event)
        log.append("\(turn): \(name) → \(effects)")
        for effect in effects {
            switch effect {
            case .fetch(let plan): asked[plan.start] = (turn, server)
            case .cancelFetch(let id): asked[id] = nil
            case .settle(let ids, _): callers.subtract(ids)
            case .readStore:
                if Bool.random(using: &random) { finishReading() }
            case .remove: checkRemoval()
            case .changed: break
            }
        }
        if effects.plans.count > 1 { problem = "two fetches at once" }
    }

    private mutating func finishReading() {
        guard let stored else { return handle("not restored", .notRestored) }
        var base = bench.stored(stored.value, maxAge: 30)
        base.facts.date = stored.date
        if stored.turn > lastInvalidation { base.asOf = mark }
        if bench.machine.base == nil { shownSince = stored.turn }
        handle("restored \(stored.value)", .restored(base, invalid: mark))
    }

    private mutating func observe() {
        guard observers < 3 else { return }
        observers += 1
        handle("observe", .observe(.init()))
    }

    private mutating func leave() {
        guard observers > 0 else { return }
        observers -= 1
        handle("leave", .leave(.init(), isReplaced: Bool.random(using: &random)))
    }

    private mutating func giveUp() {
        guard let caller = callers.min() else { return }
        callers.remove(caller)
        handle("give up", .abandon(caller))
    }

    private mutating func ask() {
        lastCaller += 1
        callers.insert(lastCaller)
        let waiting: Waiting =
            Bool.random(using: &random)
            ? .fresh(.asTheServerSays) : .refetch(isRestarting: Bool.random(using: &random))
        handle("\(waiting)", .wait(lastCaller, waiting))
    }

    private mutating func invalidate() {
        lastInvalidation = turn
        handle("invalidate", .invalidate)
        mark = bench.now.stamp
    }

    private mutating func respond(with value: Int? = nil) {
        if bench.machine.restore == .reading { return finishReading() }
        guard let id = bench.machine.fetch?.plan.start, let request = asked.removeValue(forKey: id)
        else { return }
        let shown = bench.state.value
        handle(
            "response \(value ?? request.value)",
            .response(id, bench.fetched(value ?? request.value, maxAge: 30)))
        if (stored?.turn ?? -1) <= request.turn { stored = (value ?? request.value, request.turn, bench.now.date) }
        // What was set after the request was sent stays.
        if request.turn > shownSince {
            shownSince = request.turn
            if bench.state.value != (value ?? request.value) { problem = "the response is not shown" }
        } else if bench.state.value != shown {
            problem = "an older response replaced what was set"
        }
    }

    private mutating func fail() {
        guard let id = bench.machine.fetch?.plan.start, asked.removeValue(forKey: id) != nil else {
            return
        }
        let shown = bench.state.value
        handle("failure", .failure(id, .unavailable))
        if bench.state.value != shown { problem = "a failure changed the value" }
    }

    private mutating func set() {
        server += 1
        shownSince = turn
        handle("set \(server)", .set(server, lifetime: .seconds(30)))
        if !bench.machine.isRemoved, bench.state.value != server {
            problem = "the set value is not shown"
        }
    }

    private mutating func pass(seconds: Double) {
        bench.now.time += .seconds(seconds)
        bench.now.date += seconds
        handle("\(seconds) s", .timePassed)
    }

    private mutating func toggleNetwork() {
        bench.now.isOffline.toggle()
        if !bench.now.isOffline {
            handle("network", .reconnection)
        } else {
            log.append("\(turn): no network")
        }
    }

    private mutating func noteUse() {
        if observers > 0 || !callers.isEmpty {
            unusedSince = nil
        } else {
            unusedSince = unusedSince ?? bench.now.time
        }
    }

    // MARK: - What must hold

    private mutating func check() {
        guard !bench.machine.isRemoved else { return }
        if let value = bench.state.value, value < firstOfAccount { problem = "it shows what another account has" }
        let machine = bench.machine
        let isIdle = machine.fetch == nil && machine.restore == .done
        if lastInvalidation > shownSince, machine.base != nil, !bench.state.isStale {
            problem = "an invalidation was lost"
        }
        if isIdle, !callers.isEmpty { problem = "a caller waits for nothing" }
        if isIdle, observers > 0, lastInvalidation == turn {
            problem = "it was invalidated and is not fetched"
        }
        if let unusedSince, observers == 0, callers.isEmpty, machine.fetch != nil,
            bench.now.time >= unusedSince + .milliseconds(500)
        {
            problem = "a fetch goes on that nobody wants"
        }
        if let unusedSince, isIdle, bench.now.time > unusedSince + .seconds(1200) {
            problem = "it is kept past its time"
        }
    }

    private mutating func checkRemoval() {
        if observers > 0 || !callers.isEmpty { problem = "it was removed while it is used" }
    }
}

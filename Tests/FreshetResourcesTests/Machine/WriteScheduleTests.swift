import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetResources

/// Random schedules of writes, refused, lost and reordered, among fetches: against a server and a log that know nothing
/// of stamps.
struct WriteScheduleTests {
    @Test func aConfirmedWriteNeverVanishesAndARefusedOneLeavesNothing() {
        for seed in 0..<TestLength.count(400, long: 10_000) {
            var schedule = WriteSchedule(seed: UInt64(seed))
            for _ in 0..<80 where schedule.problem == nil { schedule.step() }
            if schedule.problem == nil { schedule.settle() }
            if let problem = schedule.problem {
                Issue.record("seed \(seed): \(problem)\n\(schedule.log.suffix(30).joined(separator: "\n"))")
                return
            }
        }
    }
}

/// A server with three fields, of which each value is there once, and the writes to them.
private struct WriteSchedule {
    private struct Write {
        let id: Stamp
        let began: Int
        let field: Int
        let value: Int
        /// When the server applied it; `nil` if it has not.
        var applied: Int?
        var isDecided = false
        var isRefused = false
        /// Whether its request or its response is lost.
        var isLost = false
        var isEnded = false
        var isConfirmed = false
    }

    private struct Get {
        let id: Stamp
        /// What the server responded; `nil` as long as it has not.
        var values: [Int]?
    }

    private var random: SeededRandom
    private var machine = ResourceMachine<[Int]>(rules: Shared(ResourceRules()), at: .zero)
    private var now = Moment(stamp: 0, time: .zero, date: MachineBench.start)
    private(set) var log: [String] = []
    private(set) var problem: String?

    private var turn = 0
    private var lastValue = 0
    private var server = [0, 0, 0]
    /// Each value that a field of the server had, and since when.
    private var history: [[(value: Int, turn: Int)]] = [[(0, 0)], [(0, 0)], [(0, 0)]]
    private var writes: [Write] = []
    private var gets: [Get] = []
    private let isInOrder: Bool

    init(seed: UInt64) {
        random = SeededRandom(seed: seed)
        isInOrder = seed.isMultiple(of: 2)
        machine.restore = .done
        handle("observe", .observe(ObservationOptions()))
    }

    private var shown: [Int]? {
        guard var value = machine.base?.value else { return nil }
        for change in machine.changes { change.apply?(&value) }
        return value
    }

    mutating func step() {
        turn += 1
        switch Int.random(in: 0..<12, using: &random) {
        case 0, 1: begin()
        case 2, 3: decide()
        case 4, 5: end()
        case 6, 7: respond()
        case 8, 9: deliver()
        case 10: refetch()
        default: fold()
        }
        check()
    }

    /// Lets everything end, and the server be asked: then its values are shown, and nothing else.
    mutating func settle() {
        turn += 1
        while writes.contains(where: { !$0.isEnded }), problem == nil {
            decide()
            end()
        }
        handle("invalidate", .invalidate)
        var rounds = 0
        while machine.fetch != nil, rounds < 4, problem == nil {
            rounds += 1
            respond()
            deliver()
        }
        fold()
        check()
        if shown != server { problem = problem ?? "it shows \(shown ?? []), the server has \(server)" }
        if machine.isInvalid { problem = problem ?? "it is still invalid" }
    }

    // MARK: - Events

    private mutating func handle(_ name: String, _ event: ResourceEvent<[Int]>) {
        now.stamp += 1
        let effects = machine.handle(event, at: now)
        log.append("\(turn): \(name) → \(effects), shows \(shown ?? [])")
        for case .fetch(let plan) in effects { gets.append(Get(id: plan.start)) }
    }

    private mutating func begin() {
        guard writes.count < 8 else { return }
        lastValue += 1
        let (value, field) = (lastValue, Int.random(in: 0..<3, using: &random))
        now.stamp += 1
        let id = now.stamp
        writes.append(Write(id: id, began: turn, field: field, value: value))
        handle("write \(value) to \(field)", .writeBegan(id) { $0[field] = value })
    }

    /// The server takes a request: it applies it, refuses it, or never gets it.
    private mutating func decide() {
        let open = writes.indices.filter { !writes[$0].isDecided }
        guard let index = isInOrder ? open.first : open.randomElement(using: &random) else { return }
        writes[index].isDecided = true
        let fate = Int.random(in: 0..<8, using: &random)
        writes[index].isRefused = fate == 0
        writes[index].isLost = fate == 1 || fate == 2
        guard fate > 1 else { return }
        let (field, value) = (writes[index].field, writes[index].value)
        server[field] = value
        history[field].append((value, turn))
        writes[index].applied = turn
    }

    private mutating func end() {
        let open = writes.indices.filter { writes[$0].isDecided && !writes[$0].isEnded }
        guard let index = isInOrder ? open.first : open.randomElement(using: &random) else { return }
        writes[index].isEnded = true
        let write = writes[index]
        writes[index].isConfirmed = !write.isRefused && !write.isLost
        let outcome: WriteOutcome<[Int]> = write.isRefused ? .refused : write.isLost ? .unknown : .succeeded()
        handle("end of \(write.value)", .writeEnded(write.id, outcome))
    }

    /// The server responds to a fetch with what it has.
    private mutating func respond() {
        guard let index = gets.indices.filter({ gets[$0].values == nil }).randomElement(using: &random) else { return }
        gets[index].values = server
    }

    private mutating func deliver() {
        guard let index = gets.indices.filter({ gets[$0].values != nil }).randomElement(using: &random) else { return }
        let get = gets.remove(at: index)
        guard let values = get.values else { return }
        let facts = ValueFacts(origin: .network, date: now.date, lifetime: .seconds(60))
        handle("response \(values)", .response(get.id, FetchedValue(value: values, facts: facts)))
    }

    private mutating func refetch() {
        handle("refetch", .prefetch(ObservationOptions(freshness: .none)))
    }

    /// What a reader of the state does.
    private mutating func fold() {
        let settled = machine.settledChanges
        guard var value = machine.base?.value, settled > 0 else { return }
        for change in machine.changes.prefix(settled) { change.apply?(&value) }
        machine.fold(settled, value)
        log.append("\(turn): folded \(settled)")
    }

    // MARK: - What must hold

    private mutating func check() {
        guard let shown, problem == nil else { return }
        for (field, value) in shown.enumerated() {
            let origin = writes.first { $0.value == value && $0.field == field }
            if let origin, origin.isRefused, origin.isEnded { problem = "refused \(value) is shown" }
            for write in writes where write.isConfirmed && write.field == field && value != write.value {
                // Another value may be shown if the server had it later, or if it was written later.
                let applied = write.applied ?? 0
                let isLater = history[field].contains { $0.value == value && $0.turn >= applied }
                let isNewer = origin.map { $0.id > write.id } ?? false
                if !isLater && !isNewer { problem = "confirmed \(write.value) has vanished behind \(value)" }
            }
        }
        if machine.fetch == nil, machine.isInvalid, !machine.isWritten { problem = "it is invalid, and nobody asks" }
    }
}

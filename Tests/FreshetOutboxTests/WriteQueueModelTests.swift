#if SQLite
import Foundation
import FreshetCore
import FreshetTesting
import Testing

@testable import FreshetOutbox

/// Random schedules of enqueueing, sending, lost responses, conflicts, sign-ins and kills, beside a model of the
/// server.
struct WriteQueueModelTests {
    /// A server that applies writes, and what the app may rely on.
    private struct Model {
        var random: SeededRandom
        var queue: WriteQueue
        /// The rows as they are stored.
        var rows: [Int64: QueuedWrite] = [:]
        var now = Date(timeIntervalSinceReferenceDate: 0)
        var lastSequence: Int64 = 0
        /// The ids of applied writes in the order in which the server has applied them first.
        var applied: [UUID] = []
        /// How often the server has applied each write.
        var applications: [UUID: Int] = [:]
        /// The writes of each lane are applied in their order.
        var lanes: [UUID: String] = [:]
        /// The account that is signed in; empty for none.
        var account = ""
        /// The writes of an account that were applied while it was not signed in.
        var misdirected: Set<UUID> = []
        /// The most conflicts in a row that were resolved.
        var resolved = 0
        var repetitions: [UUID: WriteRepetition.Rule] = [:]
        var sequences: [UUID: Int64] = [:]
        var replaced: Set<UUID> = []
        var ended: Set<UUID> = []
        var discarded: Set<UUID> = []
        var running: [WriteQueue.Step] = []
        /// The time until the queue decides again.
        var wake: Duration?

        init(seed: UInt64) {
            random = SeededRandom(seed: seed)
            queue = Self.empty
        }

        static var empty: WriteQueue {
            WriteQueue(
                policy: RetryPolicy(attempts: .max, base: .seconds(1), cap: .seconds(8), budget: nil, jitter: { 1 }),
                perHost: perHost)
        }

        static let perHost = 3

        mutating func enqueue() {
            let id = UUID()
            var write = QueuedWrite(sequence: lastSequence + 1, id: id, name: "w", created: now)
            write.host = "a.example"
            write.scope = [nil, "a", "b"].randomElement(using: &random)!
            write.rule = [.continuing, .cancelsFollowing, .holds].randomElement(using: &random)!
            write.repetition = [.idempotent, .never, .key(.seconds(40))].randomElement(using: &random)!
            write.canConfirm = Bool.random(using: &random)
            write.account = account
            write.key = UUID().uuidString
            if Int.random(in: 0..<4, using: &random) == 0 { write.lifetime = .seconds(20) }
            if Int.random(in: 0..<3, using: &random) == 0 { write.replaceKey = "k" }
            if let key = write.replaceKey, let old = queue.replaced(by: key, account: account) {
                replaced.insert(old.id)
                write.sequence = old.sequence
                write.scope = old.scope
                queue.remove(old.sequence)
                rows[old.sequence] = nil
            } else {
                lastSequence += 1
            }
            lanes[id] = write.lane
            repetitions[id] = write.repetition
            sequences[id] = write.sequence
            queue.insert(write)
            rows[write.sequence] = write
        }

        mutating func pump() {
            let plan = queue.next(at: now)
            for sequence in plan.changed { rows[sequence] = queue.writes[sequence] }
            running += plan.steps
            wake = plan.wake
        }

        /// The writes whose turn has come, and which neither are in progress nor will be.
        var overlooked: [Int64] {
            var held: Set<String> = []
            return queue.order.filter { sequence in
                guard let write = queue.writes[sequence], write.lane.map({ !held.contains($0) }) ?? true else {
                    return false
                }
                if let lane = write.lane, write.holdsLane { held.insert(lane) }
                guard write.phase == .waiting, queue.inProgress[sequence] == nil, !queue.resolving.contains(sequence),
                    queue.inProgress.count < Self.perHost
                else { return false }
                if write.isExpired(at: now) { return true }
                guard !queue.signedOut.contains(sequence) else { return false }
                let delay = write.delay(at: now)
                return delay == .zero || wake ?? .seconds(Int64.max) > delay
            }
        }

        mutating func apply(_ write: QueuedWrite, isRepetition: Bool) {
            // A service that honours keys, and one whose writes are idempotent, apply a repetition once.
            if isRepetition, write.repetition != .never, applications[write.id] != nil { return }
            if !write.account.isEmpty, write.account != account { misdirected.insert(write.id) }
            applications[write.id, default: 0] += 1
            if applications[write.id] == 1 { applied.append(write.id) }
        }

        /// Signs in another account, or signs out.
        mutating func signIn() {
            account = ["", "ann", "bob"].randomElement(using: &random)!
            queue.accountChanged()
        }

        /// Decides a conflict, as the app does.
        mutating func resolve() {
            guard let sequence = queue.resolving.sorted().randomElement(using: &random) else { return }
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                if let id = queue.writes[sequence]?.id { discarded.insert(id) }
                note(queue.resolve(sequence, .discard, at: now))
            case 1: note(queue.resolve(sequence, .fail, at: now))
            default:
                resolved = max(resolved, queue.writes[sequence]?.conflicts ?? 0)
                note(queue.resolve(sequence, .retry, at: now))
            }
        }

        /// Ends a step that is in progress in a random way, or kills the process amid it.
        mutating func finish() -> Bool {
            guard let step = running.randomElement(using: &random) else { return true }
            running.removeAll { $0 == step }
            switch step {
            case .confirm(let sequence):
                guard let write = queue.writes[sequence] else { return false }
                let result: AttemptResult =
                    switch Int.random(in: 0..<4, using: &random) {
                    case 0: .again(.notArrived, code: "connection_lost")
                    case 1: .unconfirmed(code: "status.404")
                    default: applications[write.id] == nil ? .notApplied : .delivered
                    }
                note(queue.end(sequence, result, at: now))
            case .send(let sequence):
                guard let before = queue.writes[sequence] else { return false }
                guard before.account.isEmpty || before.account == account else {
                    // The session has no token for it.
                    note(queue.end(sequence, .signedOut(code: "authentication.signed_out"), at: now))
                    return true
                }
                let isRepetition = before.arrival == .open
                guard let write = queue.beginSending(sequence, at: now) else { return false }
                rows[sequence] = write
                send(write, isRepetition: isRepetition)
            }
            return true
        }

        private mutating func send(_ write: QueuedWrite, isRepetition: Bool) {
            switch Int.random(in: 0..<11, using: &random) {
            case 9 where !isRepetition && applications[write.id] == nil:
                note(queue.end(write.sequence, .conflict(code: "precondition.failed"), at: now))
            case 10: note(queue.end(write.sequence, .signedOut(code: "status.401"), at: now))
            case 0: note(queue.end(write.sequence, .again(.open, code: "connection_lost"), at: now))
            case 1:
                apply(write, isRepetition: isRepetition)
                note(queue.end(write.sequence, .again(.open, code: "connection_lost"), at: now))
            case 2: note(queue.end(write.sequence, .again(.refused, code: "status.429"), at: now))
            case 3 where !isRepetition: note(queue.end(write.sequence, .failed(code: "status.404"), at: now))
            case 4: note(queue.end(write.sequence, .offline, at: now))
            case 5:
                apply(write, isRepetition: isRepetition)
                kill()
            case 6: kill()
            default:
                apply(write, isRepetition: isRepetition)
                note(queue.end(write.sequence, .delivered, at: now))
            }
        }

        private mutating func note(_ changes: [WriteQueue.Change]) {
            for change in changes {
                switch change {
                case .updated(let sequence): rows[sequence] = queue.writes[sequence]
                case .removed(let write):
                    rows[write.sequence] = nil
                    ended.insert(write.id)
                case .replaced(let write, let new, let former):
                    rows[write.sequence] = nil
                    replaced.insert(write.id)
                    guard let former else { continue }
                    rows[former] = nil
                    rows[write.sequence] = queue.writes[write.sequence]
                    sequences[new] = write.sequence
                case .conflict(let sequence):
                    queue.change(sequence) { $0.key = UUID().uuidString }
                    rows[sequence] = queue.writes[sequence]
                }
            }
        }

        /// Begins again with what is stored.
        mutating func kill() {
            running = []
            queue = Self.empty
            for sequence in rows.keys.sorted() { queue.insert(rows[sequence]!) }
        }

        /// The writes that were enqueued and are neither ended nor replaced nor stored.
        var lost: [UUID] {
            let stored = Set(rows.values.map(\.id))
            return sequences.keys.filter { !ended.contains($0) && !replaced.contains($0) && !stored.contains($0) }
        }

        var appliedOutOfOrder: Bool {
            var last: [String: Int64] = [:]
            for id in applied {
                guard let lane = lanes[id], let sequence = sequences[id] else { continue }
                if let last = last[lane], last > sequence { return true }
                last[lane] = sequence
            }
            return false
        }

        /// What is being sent, and what waits for a decision of the app, holds its lane.
        var hasTwoOfALane: Bool {
            let busy = Set(queue.inProgress.keys).union(queue.resolving)
            let lanes = busy.compactMap { queue.writes[$0]?.lane }
            return Set(lanes).count < lanes.count
        }
    }

    @Test func randomSchedulesLoseNothingAndKeepTheOrder() {
        for seed in 0..<UInt64(TestLength.count(300, long: 10_000)) {
            var model = Model(seed: seed)
            for _ in 0..<80 {
                switch Int.random(in: 0..<11, using: &model.random) {
                case 8: model.signIn()
                case 9: model.resolve()
                case 0, 1: model.enqueue()
                case 2: model.now.addTimeInterval(Double.random(in: -2...12, using: &model.random))
                case 3 where Int.random(in: 0..<6, using: &model.random) == 0: model.kill()
                default: _ = model.finish()
                }
                model.pump()
                if model.hasTwoOfALane { Issue.record("seed \(seed): two writes of a scope are in progress") }
                if !model.overlooked.isEmpty { Issue.record("seed \(seed): a write is not sent") }
            }
            let twice = model.applications.filter { $0.value > 1 }
            let replaced = model.replaced.filter { model.applications[$0] != nil }
            guard twice.isEmpty, replaced.isEmpty, model.lost.isEmpty, !model.appliedOutOfOrder else {
                Issue.record("seed \(seed): twice \(twice.count), replaced \(replaced.count), lost \(model.lost.count)")
                return
            }
            #expect(model.misdirected.isEmpty, "seed \(seed): a write was sent for another account")
            #expect(model.resolved <= WriteQueue.conflictLimit, "seed \(seed)")
            let unapplied = model.ended.filter { model.applications[$0] == nil && !model.discarded.contains($0) }
            if !unapplied.isEmpty { Issue.record("seed \(seed): a write ended as delivered and was not applied") }
        }
    }
}
#endif

import Foundation
import FreshetCore

/// The last calls of several clients, in memory.
///
/// An event is added under one lock, and nobody who reads makes a call wait: readers take copies.
final class CallLog: Sendable {
    /// What a reader has not seen yet.
    struct Changes: Sendable, Codable {
        /// The number of the last change, for the next reading.
        var version: UInt64
        /// The number of calls that were removed for want of room.
        var removed: Int
        /// The smallest number of a call in the log: older ones are not there any more.
        var first: UInt64
        var calls: [LoggedCall]
    }

    private struct State {
        var calls: [UInt64: LoggedCall] = [:]
        /// The numbers in the order of the starts, from `first` on.
        var order: [UInt64] = []
        var first = 0
        var bytes = 0
        var removed = 0
        var version: UInt64 = 0

        mutating func removeOldest() {
            guard first < order.count, let call = calls.removeValue(forKey: order[first]) else { return }
            first += 1
            bytes -= call.cost
            removed += 1
            guard first > 1_000 else { return }
            order.removeFirst(first)
            first = 0
        }
    }

    private let countLimit: Int
    private let byteLimit: Int
    private let state = Lock(State())

    init(countLimit: Int, byteLimit: Int) {
        self.countLimit = max(1, countLimit)
        self.byteLimit = byteLimit
    }

    func add(_ event: FetchEvent, client: String, cache: LoggedCall.Source = .cache, at date: @autoclosure () -> Date) {
        let step = LoggedStep(event)
        state.withLock { state in
            state.version += 1
            if case .started = event.step {
                let call = LoggedCall(event, client: client, cache: cache, at: date())
                state.calls[event.call] = call
                state.order.append(event.call)
                state.bytes += call.cost
            }
            guard let index = state.calls.index(forKey: event.call) else { return }
            let cost = state.calls.values[index].cost
            state.calls.values[index].add(event, step)
            state.calls.values[index].changed = state.version
            state.bytes += state.calls.values[index].cost - cost
            while state.calls.count > countLimit || state.bytes > byteLimit, state.calls.count > 1 {
                state.removeOldest()
            }
        }
    }

    func call(_ id: UInt64) -> LoggedCall? { state.withLock { $0.calls[id] } }

    /// Returns the calls that have changed after a reading, the oldest first.
    func changes(since version: UInt64 = 0) -> Changes {
        state.withLock { state in
            let order = state.order[state.first...]
            let calls = order.compactMap { state.calls[$0] }.filter { $0.changed > version }
            return Changes(
                version: state.version, removed: state.removed, first: order.first ?? 0, calls: calls)
        }
    }

    func removeAll() {
        state.withLock { state in
            let (version, removed) = (state.version, state.removed + state.calls.count)
            state = State()
            (state.version, state.removed) = (version + 1, removed)
        }
    }
}

/// Adds the events of a client to the log.
struct LoggingObserver: FetchObserver {
    let log: CallLog
    let client: String
    let cache: LoggedCall.Source
    let time: TimeSource

    func observe(_ event: FetchEvent) {
        log.add(event, client: client, cache: cache, at: time.date())
    }
}

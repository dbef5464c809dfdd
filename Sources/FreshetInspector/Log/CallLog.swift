import Foundation
import FreshetCore

/// The latest calls of several clients, in memory.
///
/// Adding an event takes a single lock. Readers take copies, so they never make a call wait.
final class CallLog: Sendable {
    /// The changes that a reader hasn't seen yet.
    struct Changes: Sendable, Codable {
        /// The number of the latest change, to pass to the next read.
        var version: UInt64
        /// The number of calls that were removed to make room.
        var removed: Int
        /// The smallest call number in the log. Older calls were removed.
        var first: UInt64
        var calls: [LoggedCall]
    }

    /// A call with its raw events. Texts are made from them only when the log is read.
    private struct Entry: Sendable {
        let client: String
        let cache: LoggedCall.Source
        let start: Date
        /// The result of earlier events; `nil` if all events are still here.
        var folded: LoggedCall?
        var events: [FetchEvent] = []
        /// The approximate size in bytes.
        var cost: Int
        /// The number of its latest change in the log.
        var changed: UInt64 = 0

        /// The maximum number of raw events stored, since a stream may have many.
        static let eventLimit = 256
        private static let eventCost = MemoryLayout<FetchEvent>.stride + 128

        init(_ event: FetchEvent, _ client: String, _ cache: LoggedCall.Source, _ start: Date) {
            (self.client, self.cache, self.start) = (client, cache, start)
            cost = 512 + event.request.url.utf8.count + (event.request.template?.utf8.count ?? 0)
            // Most calls have six events.
            events.reserveCapacity(8)
        }

        mutating func add(_ event: FetchEvent) {
            events.append(event)
            cost += Self.eventCost
            // An error retains its response body, so fold it into text immediately.
            if case .failed = event.step { return fold() }
            if events.count >= Self.eventLimit { fold() }
        }

        private mutating func fold() {
            folded = call
            events = []
            cost = folded?.cost ?? cost
        }

        var call: LoggedCall? {
            guard var call = folded ?? events.first.map({ LoggedCall($0, client: client, cache: cache, at: start) })
            else { return nil }
            for event in events { call.add(event) }
            return call
        }
    }

    private struct State {
        var calls: [UInt64: Entry] = [:]
        /// The call numbers in order of start, beginning at `first`.
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
        state.withLock { state in
            state.version += 1
            if case .started = event.step {
                let call = Entry(event, client, cache, date())
                state.calls[event.call] = call
                state.order.append(event.call)
                state.bytes += call.cost
            }
            guard let index = state.calls.index(forKey: event.call) else { return }
            let cost = state.calls.values[index].cost
            state.calls.values[index].add(event)
            state.calls.values[index].changed = state.version
            state.bytes += state.calls.values[index].cost - cost
            while state.calls.count > countLimit || state.bytes > byteLimit, state.calls.count > 1 {
                state.removeOldest()
            }
        }
    }

    func call(_ id: UInt64) -> LoggedCall? { state.withLock { $0.calls[id] }?.call }

    /// Returns the calls that have changed since a previous read, oldest first.
    func changes(since version: UInt64 = 0) -> Changes {
        let (now, removed, first, entries) = state.withLock { state in
            let order = state.order[state.first...]
            let entries = order.compactMap { state.calls[$0] }.filter { $0.changed > version }
            return (state.version, state.removed, order.first ?? 0, entries)
        }
        return Changes(version: now, removed: removed, first: first, calls: entries.compactMap(\.call))
    }

    func removeAll() {
        state.withLock { state in
            let (version, removed) = (state.version, state.removed + state.calls.count)
            state = State()
            (state.version, state.removed) = (version + 1, removed)
        }
    }
}

/// An observer that adds a client's events to the log.
struct LoggingObserver: FetchObserver {
    let log: CallLog
    let client: String
    let cache: LoggedCall.Source
    let time: TimeSource

    func observe(_ event: FetchEvent) {
        log.add(event, client: client, cache: cache, at: time.date())
    }
}

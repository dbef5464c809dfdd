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

    /// A call with its events as they came: texts are made of them when somebody reads.
    private struct Entry: Sendable {
        let client: String
        let cache: LoggedCall.Source
        let start: Date
        /// What earlier events have led to; `nil` if all of them are here.
        var folded: LoggedCall?
        var events: [FetchEvent] = []
        /// About the bytes that it takes.
        var cost: Int
        /// The number of the last change in the log.
        var changed: UInt64 = 0

        /// The most events that are stored as they came: a stream may have many.
        static let eventLimit = 256
        private static let eventCost = MemoryLayout<FetchEvent>.stride + 128

        init(_ event: FetchEvent, _ client: String, _ cache: LoggedCall.Source, _ start: Date) {
            (self.client, self.cache, self.start) = (client, cache, start)
            cost = 512 + event.request.url.utf8.count + (event.request.template?.utf8.count ?? 0)
            // Most calls have six.
            events.reserveCapacity(8)
        }

        mutating func add(_ event: FetchEvent) {
            events.append(event)
            cost += Self.eventCost
            // An error has the body of its response.
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

    /// Returns the calls that have changed after a reading, the oldest first.
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

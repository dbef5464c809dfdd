import NIOConcurrencyHelpers
package import WebTelemetry

/// The open streams, limited in total and for each address.
package final class StreamHub: Sendable {
    /// The greatest numbers of streams, and the times for heartbeats and for stalled readers.
    package struct Limits: Sendable {
        package var total = 4000
        /// Enough for the browsers of a household; clients of one proxy share an address.
        package var perAddress = 100
        /// The seconds without a message after which a stream sends a heartbeat, so that lost readers are noticed.
        var heartbeat = 15
        /// The seconds after which a reader that receives nothing is disconnected.
        var stallTimeout = 30

        package init(total: Int = 4000, perAddress: Int = 100, heartbeat: Int = 15, stallTimeout: Int = 30) {
            self.total = total
            self.perAddress = perAddress
            self.heartbeat = heartbeat
            self.stallTimeout = stallTimeout
        }
    }

    package enum Refusal: Error {
        case full, tooManyFromAddress
    }

    private struct Entry {
        let stream: LiveStream
        let address: String
        let cutOff: @Sendable () -> Void
    }

    private struct State {
        var entries: [Int: Entry] = [:]
        var counts: [String: Int] = [:]
        var lastID = 0
    }

    private let limits: Limits
    private let metrics: WebMetrics
    private let state = NIOLockedValueBox(State())

    package init(_ limits: Limits = Limits(), metrics: WebMetrics = WebMetrics()) {
        self.limits = limits
        self.metrics = metrics
    }

    package var count: Int { state.withLockedValue { $0.entries.count } }

    /// Why a further stream from an address would be refused; `nil` when it would not.
    package func refusal(for address: String) -> Refusal? {
        state.withLockedValue { refusal(for: address, $0) }
    }

    /// Opens a stream.
    ///
    /// - Parameter cutOff: Ends the connection at once.
    package func open(from address: String, cutOff: @escaping @Sendable () -> Void) throws(Refusal) -> LiveStream {
        let result = state.withLockedValue { state -> Result<LiveStream, Refusal> in
            if let refusal = refusal(for: address, state) { return .failure(refusal) }
            state.lastID += 1
            let stream = LiveStream(id: state.lastID)
            state.entries[stream.id] = Entry(stream: stream, address: address, cutOff: cutOff)
            state.counts[address, default: 0] += 1
            return .success(stream)
        }
        return try result.get()
    }

    package func close(_ stream: LiveStream) {
        state.withLockedValue { state in
            guard let entry = state.entries.removeValue(forKey: stream.id) else { return }
            state.counts[entry.address, default: 0] -= 1
            if state.counts[entry.address] == 0 { state.counts[entry.address] = nil }
        }
    }

    /// Advances by a second: sends heartbeats to silent streams, and disconnects stalled ones.
    package func tick() {
        for entry in state.withLockedValue({ Array($0.entries.values) })
        where entry.stream.tick(heartbeat: limits.heartbeat, stallTimeout: limits.stallTimeout) {
            metrics.countCutOff()
            entry.cutOff()
        }
    }

    private func refusal(for address: String, _ state: State) -> Refusal? {
        if state.entries.count >= limits.total { return .full }
        if state.counts[address, default: 0] >= limits.perAddress { return .tooManyFromAddress }
        return nil
    }
}

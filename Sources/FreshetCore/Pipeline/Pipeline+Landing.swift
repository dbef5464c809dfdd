import Foundation
import HTTPTypes

extension Pipeline {
    /// A complete answer, and what is known of the way to it.
    struct Landing: Sendable {
        var arrival: Arrival
        var body: Data
        /// When the call that carried it started.
        var start: Duration
        /// Whether another call had begun the exchange.
        var hasJoined = false
        /// What several callers decode only once.
        var decodings: SharedDecodings?
    }

    /// Brings a complete answer that the request can read.
    ///
    /// A body that breaks off is asked for again from the beginning, as an attempt that failed is.
    func land<API, Value>(
        _ request: PreparedRequest,
        reading: ResponseReading<API, Value>,
        service: API,
        call: Call
    ) async throws(FetchError) -> Landing {
        while true {
            let arrival = try await arrive(with: request, call: call)
            try await checkStatus(of: arrival, service: service, call: call)
            try await checkContent(of: arrival, reading: reading, call: call)
            do throws(FetchError) {
                let body = try await body(of: arrival, call: call)
                return Landing(arrival: arrival, body: body, start: call.start)
            } catch {
                guard try await attempts.goesOn(after: error, of: request, call: call) else { throw error }
            }
        }
    }

    /// Brings a complete answer by an exchange that identical calls share, where they may.
    func land<API, Value>(
        _ request: PreparedRequest,
        sharing: RequestSharing,
        flights: Flights,
        reading: ResponseReading<API, Value>,
        service: API,
        call: Call
    ) async throws(FetchError) -> Landing {
        guard sharing == .inFlight, let key = FlightKey(request) else {
            return try await land(request, reading: reading, service: service, call: call)
        }
        let (outcome, hasJoined) = await flights.landing(for: key, call: call) {
            exchange async throws(FetchError) in
            try await land(request, reading: reading, service: service, call: exchange)
        }
        guard hasJoined else { return try outcome.get() }
        // Who had begun the exchange may read other types of content.
        if case .failure(let error) = outcome, case .wrongContent(let content) = error.kind,
            let type = MediaType(content.received), reading.accepts(type)
        {
            return try await land(request, reading: reading, service: service, call: call)
        }
        var landing = try outcome.get()
        landing.hasJoined = true
        try checkContent(of: landing, reading: reading)
        return landing
    }

    private func checkContent<API, Value>(
        of landing: Landing, reading: ResponseReading<API, Value>
    ) throws(FetchError) {
        let head = landing.arrival.response.head
        guard let type = refusedType(of: head, by: reading) else { return }
        throw wrongContent(type, head, landing.body.prefix(limits.errorBodyBytes), reading)
    }
}

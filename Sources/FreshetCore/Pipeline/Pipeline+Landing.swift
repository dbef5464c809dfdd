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
    func land(
        _ request: PreparedRequest, accepting acceptance: Acceptance, call: Call
    ) async throws(FetchError) -> Landing {
        while true {
            let arrival = try await arrive(with: request, call: call)
            try await checkStatus(of: arrival, call: call)
            try await checkContent(of: arrival, accepting: acceptance, call: call)
            do throws(FetchError) {
                let body = try await body(of: arrival, call: call)
                return Landing(arrival: arrival, body: body, start: call.start)
            } catch {
                guard try await attempts.goesOn(after: error, of: request, call: call) else { throw error }
            }
        }
    }

    /// Brings a complete answer by an exchange that identical calls share, where they may.
    func land(
        _ request: PreparedRequest,
        sharing: RequestSharing,
        flights: Flights,
        accepting acceptance: Acceptance,
        call: Call
    ) async throws(FetchError) -> Landing {
        guard sharing == .inFlight, let key = FlightKey(request) else {
            return try await land(request, accepting: acceptance, call: call)
        }
        return try await land(request, as: key, in: flights, accepting: acceptance, call: call)
    }

    private func land(
        _ request: PreparedRequest,
        as key: FlightKey,
        in flights: Flights,
        accepting acceptance: Acceptance,
        call: Call
    ) async throws(FetchError) -> Landing {
        let (outcome, hasJoined) = await flights.landing(for: key, call: call) {
            exchange async throws(FetchError) in
            try await land(request, accepting: acceptance, call: exchange)
        }
        guard hasJoined else { return try outcome.get() }
        // Who had begun the exchange may read other types of content.
        if case .failure(let error) = outcome, case .wrongContent(let content) = error.kind,
            let type = MediaType(content.received), acceptance.accepts(type)
        {
            return try await land(request, accepting: acceptance, call: call)
        }
        var landing = try outcome.get()
        landing.hasJoined = true
        let head = landing.arrival.response.head
        if let type = acceptance.refusedType(of: head) {
            throw acceptance.refusal(of: type, head, landing.body.prefix(limits.errorBodyBytes))
        }
        return landing
    }
}

import Foundation
import HTTPTypes

extension Pipeline {
    /// A complete answer, and what is known of the way to it.
    final class Landing: Sendable {
        let arrival: Arrival
        let body: Data
        /// When the call that carried it started.
        let start: Duration
        /// Whether another call had begun the exchange.
        let hasJoined: Bool
        /// What several callers decode only once.
        let decodings: SharedDecodings?

        init(
            arrival: Arrival, body: Data, start: Duration, hasJoined: Bool = false, decodings: SharedDecodings? = nil
        ) {
            self.arrival = arrival
            self.body = body
            self.start = start
            self.hasJoined = hasJoined
            self.decodings = decodings
        }

        /// The same for a call that has joined.
        var joined: Landing {
            Landing(arrival: arrival, body: body, start: start, hasJoined: true, decodings: decodings)
        }

        func sharing(_ decodings: SharedDecodings) -> Landing {
            Landing(arrival: arrival, body: body, start: start, hasJoined: hasJoined, decodings: decodings)
        }
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
        if let landing = try landingAtOnce(request, accepting: acceptance, call: call) { return landing }
        guard sharing == .inFlight, let key = FlightKey(request) else {
            return try await land(request, accepting: acceptance, call: call)
        }
        return try await land(request, as: key, in: flights, accepting: acceptance, call: call)
    }

    /// Brings what is fresh in memory, past all that is made for waiting.
    private func landingAtOnce(
        _ request: PreparedRequest, accepting acceptance: Acceptance, call: Call
    ) throws(FetchError) -> Landing? {
        guard call.interruption == nil, let hit = freshHit(for: request) else { return nil }
        call.report(.cache(CacheStep(.servedFresh, hit.reason)))
        call.report(.head(status: hit.head.status.code))
        try check(hit, accepting: acceptance)
        call.report(.body(bytes: hit.body.count))
        let answer = CacheStage.Answer(
            response: TransportResponse(head: hit.head, buffered: hit.body), source: hit.source, storedID: hit.id)
        return Landing(
            arrival: Arrival(answer, to: request, redirects: 0, call: call), body: hit.body, start: call.start)
    }

    /// What is fresh in memory for a request.
    func freshHit(for request: PreparedRequest) -> FreshHit? {
        cache.flatMap { FreshHit(request, in: $0, bodyLimit: request.limits.bodyBytes ?? limits.bodyBytes) }
    }

    /// Refuses what the request can't read.
    func check(_ hit: FreshHit, accepting acceptance: Acceptance) throws(FetchError) {
        guard let type = acceptance.refusedType(of: hit.head) else { return }
        throw acceptance.refusal(of: type, hit.head, hit.body.prefix(limits.errorBodyBytes))
    }

    private func land(
        _ request: PreparedRequest,
        as key: FlightKey,
        in flights: Flights,
        accepting acceptance: Acceptance,
        call: Call
    ) async throws(FetchError) -> Landing {
        let (outcome, hasJoined) = await flights.landing(for: key, call: call) {
            [self] exchange async throws(FetchError) in
            try await land(request, accepting: acceptance, call: exchange)
        }
        guard hasJoined else { return try outcome.get() }
        return try await landing(request, joining: outcome, accepting: acceptance, call: call)
    }

    /// Takes what another call's exchange has brought. Apart from the wait for it, which would keep room for this.
    @inline(never)
    private func landing(
        _ request: PreparedRequest, joining outcome: Flights.Outcome, accepting acceptance: Acceptance, call: Call
    ) async throws(FetchError) -> Landing {
        // Who had begun the exchange may read other types of content.
        if case .failure(let error) = outcome, case .wrongContent(let content) = error.kind,
            let type = MediaType(content.received), acceptance.accepts(type)
        {
            return try await land(request, accepting: acceptance, call: call)
        }
        let landing = try outcome.get().joined
        let head = landing.arrival.response.head
        if let type = acceptance.refusedType(of: head) {
            throw acceptance.refusal(of: type, head, landing.body.prefix(limits.errorBodyBytes))
        }
        return landing
    }
}

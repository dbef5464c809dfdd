import Foundation
import FreshetCore
import FreshetHTTP
import FreshetTesting
import HTTPTypes

/// Plays a case with a client, a cache and a server of its own, on a clock that is moved by hand.
struct PublicCaseRun {
    private struct Origin: Service {
        let baseURL = "https://cases.example"
    }

    private let clock: ManualClock
    private let server: PublicCaseServer
    private let client: Client<Origin>

    init(store: any CacheStore) {
        let clock = ManualClock()
        let server = PublicCaseServer(clock: clock)
        client = Client(
            Origin(), transport: server, cache: HTTPCache(store: store), retry: .never, time: clock.time)
        (self.clock, self.server) = (clock, server)
    }

    /// Returns what is not as the case says; `nil` if all is.
    func problem(of example: PublicCase) async -> String? {
        for (index, step) in example.steps.enumerated() {
            clock.advance(by: .seconds(step.seconds))
            if let problem = await problem(of: step) { return "request \(index + 1): \(problem)" }
        }
        return nil
    }

    private func problem(of step: PublicCase.Step) async -> String? {
        server.begin(step)
        let now = clock.date
        let response: Response<Data>
        do throws(FetchError) {
            response = try await client.response(for: request(for: step))
        } catch {
            return step.source == .none ? nil : "the call failed: \(error.code)"
        }
        let arrived = server.arrived
        if let problem = problem(ofSource: response, step, arrived) { return problem }
        let (status, fields) = (response.head.status.code, response.head.headerFields)
        if status != step.shownStatus ?? step.status { return "the status is \(status)" }
        let body = String(decoding: response.value, as: UTF8.self)
        if let shown = step.shownBody, shown != body { return "the body is \(body)" }
        for line in PublicCaseServer.fields(step.has, at: now) where fields[values: line.name] != [line.value] {
            return "\(line.name) is \(fields[line.name] ?? "missing")"
        }
        if let name = step.lacks.first(where: { fields[HTTPField.Name($0)!] != nil }) { return "\(name) is there" }
        for line in PublicCaseServer.fields(step.arrives, at: now) where arrived?[line.name] != line.value {
            return "the server sees \(line.name): \(arrived?[line.name] ?? "nothing")"
        }
        if let age = step.leastAge, (fields[.age].flatMap { Int($0) } ?? -1) < age { return "the age is too small" }
        if let count = step.interimCount, count != response.interim.count { return "interim responses are missing" }
        return nil
    }

    private func problem(
        ofSource response: Response<Data>, _ step: PublicCase.Step, _ arrived: HTTPFields?
    ) -> String? {
        let isConditional = arrived.map { $0[.ifNoneMatch] != nil || $0[.ifModifiedSince] != nil } ?? false
        let isNew = response.source == .network
        let isAsExpected =
            switch step.source {
            case .any: true
            case .stored: !isNew && response.source != .confirmed
            case .sent: isNew && arrived != nil
            // The confirmation of a caller's own condition is shown as the server sent it.
            case .confirmed: isConditional && (response.source == .confirmed || step.shownStatus == 304)
            case .none: false
            }
        return isAsExpected ? nil : "the source is \(response.source)"
    }

    private func request(for step: PublicCase.Step) -> Request<Origin, Data> {
        let hasBody = step.method == .post || step.method == .put
        var request = Request<Origin, Data>(
            RequestPath(step.path), method: step.method, body: hasBody ? .bytes(Data("1".utf8)) : nil
        ).accepting(.any).redirecting(.manual).sharing(.never).caching(step.policy)
        for field in PublicCaseServer.fields(step.fields, at: clock.date) {
            let before = request.headers[field.name].map { "\($0), " } ?? ""
            request = request.header(field.name, before + field.value)
        }
        return request
    }
}

/// The server of a case, which responds as its current step says.
final class PublicCaseServer: Transport {
    private struct State {
        var step = PublicCase.Step()
        /// The fields of the first request of the step.
        var arrived: HTTPFields?
    }

    private let state = Lock(State())
    private let clock: ManualClock

    init(clock: ManualClock) { self.clock = clock }

    func begin(_ step: PublicCase.Step) { state.withLock { $0 = State(step: step) } }

    var arrived: HTTPFields? { state.withLock { $0.arrived } }

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let step = state.withLock { state in
            if state.arrived == nil { state.arrived = request.head.headerFields }
            return state.step
        }
        clock.advance(by: .seconds(step.delay))
        guard step.status != 0 else { throw FetchError(.connectionLost) }
        let isConditional =
            request.head.headerFields[.ifNoneMatch] != nil || request.head.headerFields[.ifModifiedSince] != nil
        let status = step.source == .confirmed && isConditional ? 304 : step.status
        var fields = HTTPFields()
        for field in Self.fields(step.response, at: clock.date) { fields.append(field) }
        if fields[.date] == nil { fields[.date] = HTTPDate.text(of: clock.date) }
        let isEmpty = status == 304 || status == 204 || request.head.method == .head
        let stub = StubTransport.Response(
            status: status, headers: fields, chunks: isEmpty ? [] : [Data(step.body.utf8)])
        var response = try await StubTransport { _ in stub }.send(request)
        response.interim = step.interim.map { HTTPResponse(status: .init(code: 103), headerFields: $0) }
        return response
    }

    // MARK: - Lines of fields

    /// Reads lines such as `Age: 30`. `{-30}` stands for the date of half a minute ago, `{850-30}` for the same in the
    /// form of RFC 850.
    static func fields(_ lines: [String], at now: Date) -> [HTTPField] {
        lines.compactMap { line in
            let parts = line.split(separator: ":", maxSplits: 1)
            let value = parts.count > 1 ? parts[1].drop { $0 == " " } : ""
            guard let name = HTTPField.Name(String(parts[0])) else { return nil }
            return HTTPField(name: name, value: Self.value(String(value), at: now))
        }
    }

    private static func value(_ text: String, at now: Date) -> String {
        guard text.hasPrefix("{"), text.hasSuffix("}") else { return text }
        var inner = text.dropFirst().dropLast()
        let isOld = inner.hasPrefix("850")
        if isOld { inner = inner.dropFirst(3) }
        guard let seconds = Int(inner), let date = HTTPDate.text(of: now.addingTimeInterval(Double(seconds))) else {
            return text
        }
        guard isOld else { return date }
        // Thu, 01 Jan 2026 00:00:00 GMT
        let parts = date.split(separator: " ")
        let days = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"]
        let day = days.first { $0.hasPrefix(parts[0].prefix(3)) } ?? ""
        return "\(day), \(parts[1])-\(parts[2])-\(parts[3].suffix(2)) \(parts[4]) GMT"
    }
}

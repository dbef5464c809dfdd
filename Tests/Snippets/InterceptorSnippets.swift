import Foundation
import Freshet
import FreshetCore
import FreshetDigests
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide "Interceptors and middleware".

struct Timing: Interceptor {
    let report: @Sendable (_ url: String, _ status: Int, _ time: Duration) -> Void

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        let start = context.elapsed
        let response = try await next(request)
        report(request.url, response.head.status.code, context.elapsed - start)
        return response
    }
}

extension HTTPField.Name {
    static let signature = HTTPField.Name("X-Signature")!
    static let signatureDate = HTTPField.Name("X-Signature-Date")!
}

struct Signing: Interceptor {
    let signature: @Sendable (Data) -> Data

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard request.isForService else { return try await next(request) }
        var request = request
        let date = context.date.ISO8601Format()
        var message = Data("\(request.method.rawValue)\n\(request.path)\n\(date)\n".utf8)
        switch request.body {
        case nil: break
        case .bytes(let body): message.append(body)
        case .file, .stream: throw FetchError(.interceptor("A body that is streamed can't be signed."))
        }
        request.headers[.signatureDate] = date
        request.headers[.signature] = signature(message).base64EncodedString()
        return try await next(request)
    }
}

extension HTTPField.Name {
    static let correlationID = HTTPField.Name("X-Correlation-ID")!
}

struct Correlating: Interceptor {
    let makeID: @Sendable () -> String

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        var request = request
        request.headers[.correlationID] = makeID()
        return try await next(request)
    }
}

func correlatedClient() -> Client<Weather> {
    var configuration = ClientConfiguration.platform
    configuration.callInterceptors = [Correlating { UUID().uuidString }]
    configuration.tracingFields.insert(.correlationID)
    return Client(Weather(), configuration)
}

enum AuditReason: RequestOptionKey {
    static let defaultValue: String? = nil
    static let sharing = OptionSharing<String?>.always
}

extension Request {
    func audited(as reason: String) -> Self { option(AuditReason.self, reason) }
}

extension HTTPField.Name {
    static let audit = HTTPField.Name("X-Audit")!
}

enum AuditNumber: NoteKey {
    typealias Note = Int
}

struct Audit: Interceptor {
    let log: @Sendable (_ reason: String) -> Int

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard let reason = request.options[AuditReason.self] else { return try await next(request) }
        var request = request
        request[AuditNumber.self] = log(reason)
        return try await next(request)
    }
}

struct AuditField: Interceptor {
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard let number = request[AuditNumber.self] else { return try await next(request) }
        var request = request
        request.headers[.audit] = "\(number)"
        return try await next(request)
    }
}

extension HTTPField.Name {
    static let tenant = HTTPField.Name("X-Tenant")!
}

struct Tenant: CallerIdentity {
    let name: String

    var cacheTexts: [String] { ["tenant \(name)"] }
    var isOfServiceOnly: Bool { true }
}

final class Tenants: ClientPlugin {
    private let present: @Sendable () -> String

    init(_ present: @escaping @Sendable () -> String) {
        self.present = present
    }

    func prepare(_ request: inout OutgoingRequest, at date: Date) {
        let tenant = Tenant(name: present())
        request.headers[.tenant] = tenant.name
        request[identity: Tenant.self] = tenant
    }

    func stages(at position: ChainPosition, in configuration: ClientConfiguration) -> [any Interceptor] {
        position == .beforeCache ? [TenantOfHop()] : []
    }
}

struct TenantOfHop: Interceptor {
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard request[identity: Tenant.self] == nil else { return try await next(request) }
        // A redirect has led to another origin.
        var request = request
        request.headers[.tenant] = nil
        return try await next(request)
    }
}

func client(for tenants: Tenants) -> Client<Weather> {
    var configuration = ClientConfiguration.platform
    configuration.plugins.append(tenants)
    return Client(Weather(), configuration)
}

struct FailingOver: Interceptor {
    let origins: [String]

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard request.isForService, context.attempt > 1 else { return try await next(request) }
        var request = request
        try request.setOrigin(origins[(context.attempt - 2) % origins.count])
        return try await next(request)
    }
}

struct Stubbing: Interceptor {
    let path: String
    let body: Data

    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard request.path == path else { return try await next(request) }
        return IncomingResponse(headers: [.contentType: "application/json"], body: body)
    }
}

func oneRequestIsStubbed(_ weather: Client<Weather>) async throws -> Forecast {
    let stub = Stubbing(path: "/v1/forecast/Oslo", body: Data(#"{"text":"Snow"}"#.utf8))
    return try await weather.value(for: .forecast(for: "Oslo").intercepting(call: stub))
}

@Suite(.timeLimit(.minutes(1)))
struct InterceptorSnippets {
    private static let rain = StubTransport.Response.json(#"{"text":"Rain"}"#)

    @Test func tenantsShareNoResponse() async throws {
        let name = Lock("north")
        let stub = StubTransport { request in
            .json(#"{"text":"\#(request.head.headerFields[.tenant] ?? "")"}"#, headers: [.cacheControl: "max-age=60"])
        }
        var configuration = ClientConfiguration(transport: stub, cache: HTTPCache())
        configuration.plugins.append(Tenants { name.withLock { $0 } })
        let client = Client(Weather(), configuration)
        for tenant in ["north", "south", "north", "south"] {
            name.withLock { $0 = tenant }
            #expect(try await client.value(for: .forecast(for: "Oslo")).text == tenant)
        }
        #expect(stub.requests.count == 2)
    }

    @Test func timing() async throws {
        let lines = Lock<[String]>([])
        let clock = ManualClock()
        let stub = StubTransport { _ in
            clock.advance(by: .milliseconds(7))
            return Self.rain
        }
        let timing = Timing { url, status, time in lines.withLock { $0.append("\(url) \(status) \(time)") } }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.callInterceptors = [timing]
        configuration.time = clock.time
        let client = Client(Weather(), configuration)
        _ = try await client.value(for: .forecast(for: "Oslo"))
        #expect(lines.withLock { $0 } == ["https://weather.example/v1/forecast/Oslo 200 0.007 seconds"])
    }

    @Test func everyAttemptIsSigned() async throws {
        let signer = HMACSHA256(key: Data("key".utf8))
        let isDown = Lock(true)
        let stub = StubTransport { _ in
            isDown.withLock { isDown in
                defer { isDown = false }
                return isDown ? .status(503) : Self.rain
            }
        }
        var configuration = ClientConfiguration(transport: stub, cache: HTTPCache())
        configuration.retry = RetryPolicy(base: .zero)
        configuration.attemptInterceptors = [Signing { Data(signer.authenticationCode(for: $0)) }]
        let client = Client(Weather(), configuration)
        let post = Request<Weather, Forecast>("forecast", method: .put, body: .bytes(Data("body".utf8)))
        _ = try await client.value(for: post)
        #expect(stub.requests.count == 2)
        for request in stub.requests {
            let fields = request.head.headerFields
            let date = try #require(fields[.signatureDate])
            let signature = try #require(fields[.signature].flatMap { Data(base64Encoded: $0) })
            #expect(signer.isValid(signature, for: Data("PUT\n/v1/forecast\n\(date)\nbody".utf8)))
        }
    }

    @Test func aSignatureIsNoPartOfTheCacheKey() async throws {
        let stub = StubTransport { _ in
            // The response varies on what the caller sends, but not on what an interceptor around the attempt adds.
            .json(#"{"text":"Rain"}"#, headers: [.cacheControl: "max-age=60", .vary: "Accept"])
        }
        let clock = ManualClock()
        var configuration = ClientConfiguration(transport: stub, cache: HTTPCache())
        configuration.time = clock.time
        configuration.attemptInterceptors = [Signing { Data($0.reversed()) }]
        let client = Client(Weather(), configuration)
        let forecast = Request<Weather, Forecast>("forecast")
        #expect(try await client.response(for: forecast).source == .network)
        clock.advance(by: .seconds(59))
        // Its signature would be another one by now.
        #expect(try await client.response(for: forecast).source == .fresh(age: .seconds(59)))
        clock.advance(by: .seconds(2))
        #expect(try await client.response(for: forecast).source == .network)
        let signatures = stub.requests.map { $0.head.headerFields[.signature] }
        #expect(signatures.count == 2 && signatures[0] != nil && signatures[0] != signatures[1])
    }

    @Test func eachCallHasAnID() async throws {
        let gate = Gate()
        let stub = StubTransport { _ in
            await gate.wait()
            return Self.rain
        }
        let numbers = Lock(0)
        let correlating = Correlating {
            numbers.withLock { numbers in
                numbers += 1
                return "\(numbers)"
            }
        }
        let recorder = EventRecorder()
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.callInterceptors = [correlating]
        configuration.tracingFields.insert(.correlationID)
        configuration.observers = [recorder]
        let client = Client(Weather(), configuration)
        let callers = (1...2).map { _ in Task { try await client.value(for: .forecast(for: "Oslo")).text } }
        try await recorder.waitForEvents { if case .joined = $0.step { true } else { false } }
        gate.open()
        for caller in callers { #expect(try await caller.value == "Rain") }
        #expect(stub.requests.count == 1 && stub.requests[0].head.headerFields[.correlationID] != nil)
    }

    @Test func anotherHostIsTriedAfterAFailure() async throws {
        let stub = StubTransport { request in
            request.head.authority == "weather.example" ? .status(503) : .json(#"{"text":"Rain"}"#)
        }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.retry = RetryPolicy(base: .zero)
        configuration.attemptInterceptors = [FailingOver(origins: ["https://backup.weather.example"])]
        let client = Client(Weather(), configuration)
        let response = try await client.response(for: .forecast(for: "Oslo"))
        #expect(response.value.text == "Rain" && response.url == "https://weather.example/v1/forecast/Oslo")
        #expect(stub.requests.map(\.head.authority) == ["weather.example", "backup.weather.example"])
    }

    @Test func onePathIsStubbed() async throws {
        let stub = StubTransport { _ in Self.rain }
        let client = Client(Weather(), transport: stub, cache: nil)
        #expect(try await oneRequestIsStubbed(client).text == "Snow")
        #expect(try await client.value(for: .forecast(for: "Lima")).text == "Rain")
        #expect(stub.requests.count == 1)
    }
}

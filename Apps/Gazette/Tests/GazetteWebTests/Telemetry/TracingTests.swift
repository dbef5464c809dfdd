import Freshet
import FreshetTelemetry
import FreshetTesting
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import InMemoryTracing
import NIOCore
import Testing
import Tracing

@testable import GazetteWeb
@testable import Hosts
@testable import WebTelemetry

/// The spans of requests, and of the calls that these cause.
@Suite(.timeLimit(.minutes(1)))
struct TracingTests {
    private let tracer = InMemoryTracer()

    private var telemetry: WebTelemetry { WebTelemetry(tracer: tracer) }

    private var plugin: Telemetry {
        var configuration = Telemetry.Configuration()
        configuration.tracer = tracer
        return Telemetry(configuration)
    }

    /// The finished spans of a kind, once a number of them has ended and none is under way.
    private func spans(_ kind: SpanKind, atLeast count: Int = 1) async throws -> [FinishedInMemorySpan] {
        let spans = { tracer.finishedSpans.filter { $0.kind == kind } }
        try await eventually(outside: "the server ends a span when its response was written") {
            spans().count >= count && tracer.activeSpans.isEmpty
        }
        return spans()
    }

    @Test func theCallsOfTheFrontPageAreBelowItsRequest() async throws {
        try await Site.withEmulator(plugins: [plugin]) { configuration in
            var configuration = configuration
            configuration.telemetry = telemetry
            try await Site.run(configuration) { get in
                let page = try await get("/", [:])
                #expect(page.status == 200)
            }
        }
        let servers = try await spans(.server)
        let server = try #require(servers.first)
        #expect(servers.count == 1 && server.operationName == "GET /")
        #expect(server.attributes["http.route"]?.toSpanAttribute() == "/")
        #expect(server.attributes["http.response.status_code"]?.toSpanAttribute() == .int64(200))
        let calls = try await spans(.internal)
        #expect(calls.allSatisfy { $0.spanContext.parentSpanID == server.spanID })
        // The recipe is a call that follows another one, and so are the stories.
        let names = Set(calls.map(\.operationName))
        #expect(names.contains("GET /api/json/v1/lookup.php") && names.contains("GET /v0/item/{id}.json"), "\(names)")
        let requests = try await spans(.client)
        let ids = Set(calls.map(\.spanID))
        #expect(requests.count > 20)
        #expect(requests.allSatisfy { $0.spanContext.parentSpanID.map(ids.contains) == true })
    }

    @Test func anInputIsTheParentOfTheCallsThatItCauses() async throws {
        let stub = StubTransport { _ in .json("[]") }
        var configuration = WebConfiguration(clients: Site.clients(stub, plugins: [plugin]))
        configuration.telemetry = telemetry
        configuration.shellTimeout = .infinity
        let server = WebServer(configuration)
        try await Application(router: try await server.router()).test(.live) { client in
            let page = try await client.execute(uri: "/people", method: .get)
            let id = try #require(String(buffer: page.body).firstMatch(of: /data-page="([^"]+)"/)?.1)
            let first = try await spans(.internal)
            let request = try #require(await spans(.server).first)
            #expect(first.allSatisfy { $0.spanContext.parentSpanID == request.spanID })

            // A stream lasts, but its span does not, and what is sent on it belongs to none.
            let stream = try await StreamConnection.open("/live?page=\(id).0", port: client.port ?? 0)
            #expect(await stream.status() == 200)
            let opened = try await spans(.server, atLeast: 2)
            #expect(opened.map(\.operationName).sorted() == ["GET /live", "GET /people"])

            let input = try await client.execute(
                uri: "/live/\(id)", method: .post, headers: [HTTPField.Name("Sec-Fetch-Site")!: "same-origin"],
                body: ByteBuffer(string: #"{"name":"retry","value":""}"#))
            #expect(input.status == 204)
            let calls = try await spans(.internal, atLeast: first.count + 1)
            let inputs = try await spans(.server, atLeast: 3).filter { $0.operationName == "POST /live/{id}" }
            let later = calls.dropFirst(first.count)
            #expect(later.allSatisfy { $0.spanContext.parentSpanID == inputs.first?.spanID })
            #expect(inputs.first?.attributes["url.path"]?.toSpanAttribute() == "/live/…")
            await stream.close()
        }
    }

    /// The attributes of the span of a request that a server on loopback receives.
    private func attributes(
        of path: String, _ fields: HTTPFields, method: HTTPRequest.Method = .get,
        _ change: (inout WebConfiguration) -> Void = { _ in }
    ) async throws -> [String: String] {
        var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json("[]") }))
        configuration.telemetry = telemetry
        change(&configuration)
        let server = WebServer(configuration)
        try await Application(router: try await server.router()).test(.live) { client in
            _ = try await client.execute(uri: path, method: method, headers: fields)
        }
        let span = try #require(await spans(.server).first)
        var attributes: [String: String] = [:]
        span.attributes.forEach { name, value in
            switch value {
            case .string(let text): attributes[name] = text
            case .int64(let number): attributes[name] = "\(number)"
            default: break
            }
        }
        return attributes
    }

    @Test func aSpanSaysWhoRequestsWhat() async throws {
        let attributes = try await attributes(of: "/healthz?q=tea&token=hush", [.userAgent: "Browser/1"])
        #expect(attributes["url.path"] == "/healthz" && attributes["url.query"] == "q=tea&token=REDACTED")
        #expect(attributes["url.scheme"] == "http")
        #expect(["localhost", "127.0.0.1", "::1"].contains(attributes["server.address"]))
        #expect(attributes["server.port"].flatMap { Int($0) } ?? 0 > 0)
        #expect(attributes["user_agent.original"] == "Browser/1")
        #expect(attributes["network.protocol.version"] == "1.1")
        #expect(["127.0.0.1", "::1"].contains(attributes["client.address"]))
        #expect(attributes["network.peer.address"] == attributes["client.address"])
        #expect(attributes["network.peer.port"].flatMap { Int($0) } ?? 0 > 0)
    }

    @Test func aTrustedProxyReportsTheClientAndTheHost() async throws {
        let fields: HTTPFields = [
            HTTPField.Name("Forwarded")!: "for=192.0.2.7;proto=https;host=news.example"
        ]
        let attributes = try await attributes(of: "/healthz", fields) { configuration in
            configuration.trustedProxies = TrustedProxies("127.0.0.1, ::1") ?? .none
        }
        #expect(attributes["client.address"] == "192.0.2.7" && attributes["url.scheme"] == "https")
        #expect(attributes["server.address"] == "news.example" && attributes["server.port"] == "443")
        #expect(["127.0.0.1", "::1"].contains(attributes["network.peer.address"]))
    }

    @Test func theIdsOfPagesAreSecretAndTheirNumbersAreNot() {
        #expect(AccessLog.shown(query: "page=abc.0&page=def.1", of: "/live") == "page=REDACTED&page=REDACTED")
        #expect(AccessLog.shown(query: "page=2&code=hush&q", of: "/movies") == "page=2&code=REDACTED&q")
    }

    @Test("QUERY is a known method, and the list can be replaced", arguments: [nil, ["GET"]] as [[String]?])
    func knownMethods(list: [String]?) async throws {
        var telemetry = telemetry
        if let list {
            telemetry = WebTelemetry(tracer: tracer, knownMethods: Set(list.compactMap { HTTPRequest.Method($0) }))
        }
        let attributes = try await attributes(of: "/healthz", [:], method: HTTPRequest.Method("QUERY")!) {
            $0.telemetry = telemetry
        }
        #expect(attributes["http.request.method"] == (list == nil ? "QUERY" : "_OTHER"))
        #expect(attributes["http.request.method_original"] == (list == nil ? nil : "QUERY"))
    }

    @Test func aRequestContinuesTheTraceOfItsSender() async throws {
        let ended = RecordedSpans()
        var configuration = WebConfiguration(clients: Site.clients(StubTransport { _ in .json("[]") }))
        configuration.telemetry = WebTelemetry(tracer: SpanTracer(sampler: Sampler(), finish: ended.add))
        try await Site.run(configuration) { get in
            for parent in ["00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01", "any"] {
                _ = try await get("/healthz", [HTTPField.Name("traceparent")!: parent])
            }
            _ = try await get("/nowhere/secret?q=secret", [:])
        }
        let spans = ended.all
        #expect(spans.map(\.name) == ["GET /healthz", "GET /healthz", "GET"])
        #expect(spans.first?.parent == 0x00f0_67aa_0ba9_02b7)
        #expect(spans.first?.trace.traceID.hex == "4bf92f3577b34da6a3ce929d0e0e4736")
        #expect(spans.dropFirst().allSatisfy { $0.parent == nil })
    }
}

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
    private func spans(_ kind: SpanKind, atLeast count: Int = 1) async -> [FinishedInMemorySpan] {
        while true {
            let spans = tracer.finishedSpans.filter { $0.kind == kind }
            if spans.count >= count, tracer.activeSpans.isEmpty { return spans }
            await Task.yield()
        }
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
        let servers = await spans(.server)
        let server = try #require(servers.first)
        #expect(servers.count == 1 && server.operationName == "GET /")
        #expect(server.attributes["http.route"]?.toSpanAttribute() == "/")
        #expect(server.attributes["http.response.status_code"]?.toSpanAttribute() == .int64(200))
        let calls = await spans(.internal)
        #expect(calls.allSatisfy { $0.spanContext.parentSpanID == server.spanID })
        // The recipe is a call that follows another one, and so are the stories.
        let names = Set(calls.map(\.operationName))
        #expect(names.contains("GET lookup.php") && names.contains("GET item/{id}.json"), "\(names)")
        let requests = await spans(.client)
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
            let first = await spans(.internal)
            let request = try #require(await spans(.server).first)
            #expect(first.allSatisfy { $0.spanContext.parentSpanID == request.spanID })

            // A stream lasts, but its span does not, and what is sent on it belongs to none.
            let stream = try await StreamConnection.open("/live?page=\(id).0", port: client.port ?? 0)
            #expect(await stream.status() == 200)
            let opened = await spans(.server, atLeast: 2)
            #expect(opened.map(\.operationName).sorted() == ["GET /live", "GET /people"])

            let input = try await client.execute(
                uri: "/live/\(id)", method: .post, headers: [HTTPField.Name("Sec-Fetch-Site")!: "same-origin"],
                body: ByteBuffer(string: #"{"name":"retry","value":""}"#))
            #expect(input.status == 204)
            let calls = await spans(.internal, atLeast: first.count + 1)
            let inputs = await spans(.server, atLeast: 3).filter { $0.operationName == "POST /live/{id}" }
            let later = calls.dropFirst(first.count)
            #expect(later.allSatisfy { $0.spanContext.parentSpanID == inputs.first?.spanID })
            #expect(inputs.first?.attributes["url.path"]?.toSpanAttribute() == "/live/…")
            await stream.close()
        }
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

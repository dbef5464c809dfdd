import Foundation
import Freshet
import FreshetTesting
import Testing

/// The option `--telemetry` of the web app.
@Suite(.timeLimit(.minutes(2)))
struct TelemetryCommandTests {
    private func serve(_ arguments: String..., environment: [String: String] = [:]) throws -> RunningCommand {
        let command = RunningCommand(["serve", "--port", "0"] + arguments, environment: environment)
        try command.start()
        return command
    }

    private func servedPort(_ line: String) throws -> Int {
        try #require(line.firstMatch(of: /127\.0\.0\.1:([0-9]+)/).flatMap { Int($0.1) }, "\(line)")
    }

    @Test(
        "What can't be used is reported before anything is served",
        arguments: [
            (
                ["--telemetry", "9464"], [:],
                "The value of --telemetry must be an address and a port, such as 127.0.0.1:9464."
            ),
            (
                ["--telemetry", "127.0.0.1:0"], ["OTEL_EXPORTER_OTLP_ENDPOINT": "collector:4317"],
                "OTEL_EXPORTER_OTLP_ENDPOINT must be an address, such as http://127.0.0.1:4318."
            ),
        ] as [([String], [String: String], String)])
    func mistakes(arguments: [String], environment: [String: String], message: String) async throws {
        let outcome = try await Command.run(["serve", "--port", "0"] + arguments, environment: environment)
        #expect(outcome.code == 64 && outcome.error.contains(message), "\(outcome.error)")
        #expect(outcome.output.isEmpty)
    }

    @Test func anAddressThatIsTakenIsReported() async throws {
        let other = try await LoopbackServer.start { _ in .text("") }
        let address = "127.0.0.1:\(other.port)"
        let outcome = try await serve("--telemetry", address).outcome()
        await other.stop()
        #expect(outcome.code == 69)
        #expect(outcome.error.contains("The port of \(address) is in use.\nChoose another address"))
    }

    @Test func nothingIsSetUpWithoutTheOption() async throws {
        let collector = try await LoopbackServer.start { _ in .json("{}") }
        // Other programs have these variables, too.
        let command = try serve(
            "--verbose",
            environment: [
                "OTEL_EXPORTER_OTLP_ENDPOINT": collector.baseURL, "OTEL_TRACES_SAMPLER": "of another program",
            ])
        let port = try servedPort(await command.firstLine())
        let page = try await RawExchange.send("/metrics", port: port)
        try await page.begun()
        command.terminate()
        #expect(try await page.text().hasPrefix("HTTP/1.1 404 "))
        let outcome = await command.outcome()
        #expect(outcome.code == 0 && outcome.error.contains("path=/metrics") && !outcome.error.contains("trace_id"))
        #expect(collector.requests.isEmpty)
        await collector.stop()
    }

    @Test func theLastSpansAreSentAndLinesHaveTheirIds() async throws {
        let collector = try await LoopbackServer.start { _ in .json("{}") }
        let command = try serve(
            "--telemetry", "127.0.0.1:0", "--verbose",
            environment: [
                "OTEL_EXPORTER_OTLP_ENDPOINT": collector.baseURL, "OTEL_EXPORTER_OTLP_HEADERS": "x-key=hush%21",
                "OTEL_SERVICE_NAME": "reader",
            ])
        let port = try servedPort(await command.firstLine())
        let page = try await RawExchange.send("/healthz", port: port)
        try await page.begun()
        command.terminate()
        let outcome = await command.outcome()
        #expect(outcome.code == 0)
        let request = try #require(collector.requests.first)
        #expect(request.target == "/v1/traces" && request.header("x-key") == "hush!")
        let body = String(decoding: request.body, as: UTF8.self)
        let ids = try #require(
            outcome.error.firstMatch(of: /path=\/healthz.* span_id=([0-9a-f]{16}).* trace_id=([0-9a-f]{32})/))
        #expect(body.contains(#""spanId":"\#(ids.1)""#) && body.contains(#""traceId":"\#(ids.2)""#))
        #expect(body.contains(#"{"key":"service.name","value":{"stringValue":"reader"}}"#))
        await collector.stop()
    }

    @Test func aCollectorThatDoesNotRespondDelaysTheEndNoLongerThanItsTimeout() async throws {
        let collector = try await LoopbackServer.start { _ in .silence }
        let command = try serve(
            "--telemetry", "127.0.0.1:0", environment: ["OTEL_EXPORTER_OTLP_ENDPOINT": collector.baseURL])
        let port = try servedPort(await command.firstLine())
        let page = try await RawExchange.send("/healthz", port: port)
        try await page.begun()
        try await collector.wait { $0.openExchanges == 1 }
        command.terminate()
        #expect(await command.outcome().code == 0)
        await collector.stop()
    }
}

import Foundation
import FreshetCore
import FreshetResources
import FreshetTapes
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetInspector

/// What the inspector's server responds, and to whom.
@Suite(.timeLimit(.minutes(1)))
struct InspectorRoutesTests {
    private let bench = InspectorBench(StubTransport { _ in .json(#"{"name":"<b>tea</b>"}"#) })

    private func fetch() async throws -> UInt64 {
        _ = try await bench.client.value(for: Request<Shop, Data>("products", reading: .data))
        return try #require(bench.inspector.calls.last?.id)
    }

    @Test(arguments: ["/", "/other/", "/secre/", "/secret0/", "/other/calls.json", ""])
    func withoutTheTokenThereIsNothing(_ target: String) async {
        let response = await bench.routes.respond(to: InspectorRequest(target: target))
        #expect(response.status == 404)
        #expect(response.body.isEmpty)
    }

    @Test(arguments: [nil, "evil.example", "127.0.0.1.evil.example:80", "localhost.evil.example"])
    func aRequestToAnotherHostIsRefused(_ host: String?) async {
        let response = await bench.routes.respond(to: InspectorRequest(target: "/secret/", host: host))
        #expect(response.status == 421)
    }

    @Test(arguments: ["127.0.0.1:8080", "localhost", "[::1]:99"])
    func thisMachineIsNotRefused(_ host: String) async {
        #expect(await bench.routes.respond(to: InspectorRequest(target: "/secret/", host: host)).status == 200)
    }

    @Test func onlyAFormWithTheTokenChangesSomething() async {
        for body in ["action=network&offline=on", "token=wrong!&action=network&offline=on"] {
            let request = InspectorRequest(method: "POST", target: "/secret/actions", body: Data(body.utf8))
            #expect(await bench.routes.respond(to: request).status == 404)
        }
        #expect(await bench.get("actions?token=secret&action=network&offline=on").status == 404)
        #expect(
            await bench.routes.respond(to: InspectorRequest(method: "PUT", target: "/secret/")).status == 405)
        #expect(!bench.inspector.network.isCertainlyOffline)
        #expect(await bench.post("action=network&offline=on").status == 303)
        #expect(bench.inspector.network.isCertainlyOffline)
    }

    @Test func everyResponseForbidsForeignContent() async throws {
        let id = try await fetch()
        for path in ["", "calls.json", "calls/\(id)", "calls/\(id).json", "calls.har", "resources", "page.js"] {
            let response = await bench.get(path)
            #expect(response.status == 200)
            let fields = Dictionary(uniqueKeysWithValues: response.fields.map { ($0.name, $0.value) })
            #expect(fields["Content-Security-Policy"]?.contains("default-src 'none'") == true)
            #expect(fields["Content-Security-Policy"]?.contains("unsafe") == false)
            #expect(fields["X-Content-Type-Options"] == "nosniff")
            #expect(fields["Access-Control-Allow-Origin"] == nil)
        }
    }

    @Test func thePageHasTheTableAndTheCallWithoutAScript() async throws {
        let id = try await fetch()
        let table = await bench.text("")
        #expect(table.contains("<a href=\"calls/\(id)\">\(id)</a>"))
        #expect(table.contains("<td class=\"path\">products</td>"))
        let page = await bench.text("calls/\(id)")
        #expect(page.contains("the first request"))
        #expect(page.contains("curl -X GET &#39;https://shop.example/v1/products&#39;"))
        #expect(page.contains("&lt;b&gt;tea&lt;/b&gt;"))
        #expect(!page.contains("<b>tea"))
        #expect(await bench.get("calls/99999999").status == 404)
    }

    @Test func aHARHasTheExchanges() async throws {
        let id = try await fetch()
        _ = try await fetch()
        let one = try #require(
            try JSONSerialization.jsonObject(with: await bench.get("calls/\(id).har").body) as? [String: Any])
        let log = try #require(one["log"] as? [String: Any])
        #expect((log["entries"] as? [Any])?.count == 1)
        #expect(bench.inspector.tape().entries.count == 2)
    }

    @Test func resourcesAreShownByClientAndRefetched() async throws {
        let other = InspectorBench(StubTransport { _ in .json("{}") })
        bench.inspector.watch(bench.client, named: "shop")
        bench.inspector.watch(other.client, named: "other")
        let resource = bench.client.resource(Request<Shop, [String: String]>("products").tagged("all"))
        let recorder = ResourceRecorder(resource)
        await recorder.state { $0.value != nil }
        let clients = try await bench.decoded("resources.json", as: [ClientResources].self)
        #expect(clients.map(\.client) == ["shop", "other"])
        #expect(clients.map(\.resources.count) == [1, 0])
        #expect(clients[0].resources[0].observers == 1)
        #expect(clients[0].resources[0].tags == ["all"])
        #expect(await bench.text("resources").contains("https://shop.example/v1/products"))
        _ = await bench.post("action=refetch")
        #expect(recorder.last?.updates == 2)
    }

    @Test func whatThePageHasSetEndsWithThePage() async {
        _ = await bench.post("action=network&latency=2000&each=3&rate=100")
        #expect(bench.inspector.network.settings.latency == .seconds(2))
        #expect(bench.inspector.network.settings.failsEach == 3)
        #expect(bench.inspector.network.settings.bytesPerSecond == 100)
        bench.clock.advance(by: .seconds(8))
        _ = await bench.get("calls.json")
        bench.clock.advance(by: .seconds(8))
        #expect(bench.inspector.network.settings.latency == .seconds(2))
        bench.clock.advance(by: .seconds(3))
        while bench.inspector.network.settings != .init() { await Task.yield() }
    }

    @Test func noSecretIsInAnythingThatIsServed() async throws {
        let canaries = (1...8).map { "canary\($0)x\(UInt32.random(in: 1_000_000..<9_999_999))" }
        let stub = StubTransport { _ in
            .json(
                #"{"access_token":"\#(canaries[0])","nested":{"password":"\#(canaries[1])"}}"#,
                headers: [.setCookie: "sid=\(canaries[2])", .location: "/x?api_key=\(canaries[3])"])
        }
        let bench = InspectorBench(stub)
        var request = Request<Shop, Data>(
            "products", method: .post, body: .json(["password": canaries[4]]), reading: .data)
        request = request.header(.authorization, "Bearer \(canaries[5])").header(.cookie, "a=\(canaries[6])")
            .query("api_key", canaries[7])
        _ = try await bench.client.value(for: request)
        let id = try #require(bench.inspector.calls.last?.id)
        for path in [
            "", "calls.json", "calls/\(id)", "calls/\(id).json", "calls/\(id).har", "calls.har", "resources.json",
        ] {
            let text = await bench.text(path)
            for (index, canary) in canaries.enumerated() {
                #expect(!text.contains(canary), "canary \(index + 1) in \(path)")
            }
        }
    }
}

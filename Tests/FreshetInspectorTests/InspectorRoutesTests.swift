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
        #expect(!bench.inspector.network.isOffline)
        #expect(await bench.post("action=network&offline=on").status == 303)
        #expect(bench.inspector.network.isOffline)
    }

    @Test func everyResponseForbidsForeignContent() async throws {
        let id = try await fetch()
        for path in ["", "calls.json", "calls/\(id)", "calls/\(id).json", "calls.har", "resources", "state", "page.js"]
        {
            let response = await bench.get(path)
            #expect(response.status == 200)
            let fields = Dictionary(uniqueKeysWithValues: response.fields.map { ($0.name, $0.value) })
            #expect(fields["Content-Security-Policy"]?.contains("default-src 'none'") == true)
            #expect(fields["Content-Security-Policy"]?.contains("unsafe") == false)
            #expect(fields["Content-Security-Policy"]?.contains("data:") == false)
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

    @Test func theTableShowsTheQueryWithoutItsSecrets() async throws {
        let stub = StubTransport { _ in .json("[]") }
        let bench = InspectorBench(stub)
        let tea: Query = ["q": "<green>", "apiKey": "hush-hush"]
        for query in [tea, ["q": String(repeating: "x", count: 500)], [:]] {
            _ = try await bench.client.value(for: Request<Shop, Data>("products", query: query, reading: .data))
        }
        let table = await bench.text("")
        #expect(table.contains("<td class=\"path\">products<span class=\"query\">?q=%3Cgreen%3E&amp;apiKey="))
        #expect(!table.contains("hush"))
        #expect(table.contains("?q=\(String(repeating: "x", count: 197))…</span>"))
        #expect(table.contains("<td class=\"path\">products</td>"))
    }

    @Test func jsonIsFoldedAndNotRead() async throws {
        let stub = StubTransport { _ in .json(#"{"list":[1,2.50,"<b>",true,null],"none":{}}"#) }
        let bench = InspectorBench(stub)
        _ = try await bench.client.value(for: Request<Shop, Data>("products", reading: .data))
        let id = try #require(bench.inspector.calls.last?.id)
        let page = await bench.text("calls/\(id)")
        #expect(page.contains("<details open><summary><span class=\"hint\">{2}</span></summary>"))
        #expect(
            page.contains("<details><summary><span class=\"key\">list</span> <span class=\"hint\">[5]</span></summary>")
        )
        #expect(page.contains("<span class=\"value\">2.50</span>"))
        let details = try await bench.decoded("calls/\(id).json", as: CallDetails.self)
        #expect(details.exchanges.first?.response?.text?.contains("\n    2.50,\n    \"<b>\",") == true)
        #expect(page.contains("<span class=\"value\">“&lt;b&gt;”</span>"))
    }

    @Test(arguments: ["{\"a\":1", "{} {}", String(repeating: "[", count: 40) + String(repeating: "]", count: 40)])
    func whatCannotBeFoldedIsShownAsText(_ body: String) {
        #expect(HTML(folding: body) == nil)
    }

    @Test func aPictureIsServedByItsFirstBytesAlone() async throws {
        let png = Data([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3])
        let bodies = ["real": png, "false": Data("<script>alert(1)</script>".utf8)]
        let bench = InspectorBench(
            StubTransport { request in
                let name = request.head.path?.split(separator: "/").last.map(String.init) ?? ""
                let type = name == "real" ? "text/html" : "image/png"
                return StubTransport.Response(headers: [.contentType: type], chunks: [bodies[name] ?? Data()])
            })
        for (name, isPicture) in [("real", true), ("false", false)] {
            _ = try await bench.client.value(for: Request<Shop, Data>("\(name)", reading: .data))
            let id = try #require(bench.inspector.calls.last?.id)
            let page = await bench.text("calls/\(id)")
            #expect(page.contains("<img alt=\"The picture of the body\" src=\"\(id)/received-0\"") == isPicture)
            let response = await bench.get("calls/\(id)/received-0")
            #expect(response.status == (isPicture ? 200 : 404))
            guard isPicture else { continue }
            #expect(response.body == png)
            let fields = Dictionary(uniqueKeysWithValues: response.fields.map { ($0.name, $0.value) })
            #expect(fields["Content-Type"] == "image/png")
            #expect(fields["Content-Security-Policy"] == "default-src 'none'; sandbox; frame-ancestors 'none'")
            for path in ["received-1", "sent-0", "received--1", "received-99999999999999999999", "x", "received-0/"] {
                #expect(await bench.get("calls/\(id)/\(path)").status == 404)
            }
        }
    }

    @Test func afterAnActionThePageIsTheOneOfItsForm() async throws {
        let id = try await fetch()
        for (page, location) in [
            ("calls/\(id)", "calls/\(id)"), ("state", "state"), ("resources", "resources"), ("calls", "./"),
            ("//evil.example", "./"), ("calls/../x", "./"),
        ] {
            let response = await bench.post("action=invalidate&page=\(page)")
            #expect(response.fields.first { $0.name == "Location" }?.value == location)
        }
    }

    @Test func clearingTheCachesLetsTheNextCallReachTheServer() async throws {
        let stub = StubTransport { _ in .json("{}", headers: [.cacheControl: "max-age=60"]) }
        let bench = InspectorBench(stub) { $0.cache = HTTPCache(store: MemoryCacheStore()) }
        bench.inspector.watch(bench.client, named: "shop")
        for action in ["", "", "action=clear", ""] {
            if !action.isEmpty { _ = await bench.post(action) }
            _ = try await bench.client.value(for: Request<Shop, Data>("products", reading: .data))
        }
        #expect(bench.inspector.calls.map(\.source) == [.network, .memory, .network, .memory])
        _ = await bench.post("action=remove")
        #expect(bench.inspector.calls.isEmpty)
    }

    @Test func invalidatingMakesResourcesStale() async throws {
        bench.inspector.watch(bench.client, named: "shop")
        let resource = bench.client.resource(Request<Shop, [String: String]>("products"))
        let recorder = ResourceRecorder(resource)
        try await recorder.state { $0.value != nil }
        _ = await bench.post("action=invalidate")
        try await recorder.state { $0.updates == 2 }
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
        try await recorder.state { $0.value != nil }
        let clients = try await bench.decoded("resources.json", as: [ClientResources].self)
        #expect(clients.map(\.client) == ["shop", "other"])
        #expect(clients.map(\.resources.count) == [1, 0])
        #expect(clients[0].resources[0].observers == 1)
        #expect(clients[0].resources[0].tags == ["all"])
        #expect(await bench.text("resources").contains("https://shop.example/v1/products"))
        _ = await bench.post("action=refetch")
        try await recorder.state { $0.updates == 2 }
    }

    @Test func whatThePageHasSetEndsWithThePage() async throws {
        _ = await bench.post("action=network&latency=2000&each=3&rate=100")
        #expect(bench.inspector.network.settings.latency == .seconds(2))
        #expect(bench.inspector.network.settings.failsEach == 3)
        #expect(bench.inspector.network.settings.bytesPerSecond == 100)
        bench.clock.advance(by: .seconds(8))
        _ = await bench.get("calls.json")
        bench.clock.advance(by: .seconds(8))
        #expect(bench.inspector.network.settings.latency == .seconds(2))
        bench.clock.advance(by: .seconds(3))
        try await eventually { bench.inspector.network.settings == .init() }
    }

    @Test func noSecretIsInAnythingThatIsServed() async throws {
        let canaries = (1...12).map { "canary\($0)x\(UInt32.random(in: 1_000_000..<9_999_999))" }
        let turn = Lock(0)
        let stub = StubTransport { _ in
            let isFirst = turn.withLock { turn in
                turn += 1
                return turn == 1
            }
            if isFirst { return .redirect(307, to: "/v1/other?api_key=\(canaries[8])&client_secret=\(canaries[9])") }
            return .json(
                #"{"access_token":"\#(canaries[0])","nested":[{"password":"\#(canaries[1])"}]}"#,
                headers: [.setCookie: "sid=\(canaries[2])", .location: "/x?api_key=\(canaries[3])"])
        }
        let bench = InspectorBench(stub) {
            $0.cache = HTTPCache(store: MemoryCacheStore())
            $0.rateLimit = RateLimit(callsPerSecond: 1_000, burst: 10)
        }
        bench.inspector.watch(bench.client, named: "shop")
        var request = Request<Shop, Data>(
            "products", method: .post, body: .json(["password": canaries[4]]), reading: .data)
        request = request.header(.authorization, "Bearer \(canaries[5])").header(.cookie, "a=\(canaries[6])")
            .query("api_key", canaries[7])
        _ = try await bench.client.value(for: request)
        let recorder = ResourceRecorder(
            bench.client.resource(Request<Shop, [String: String]>("list").query("api_key", canaries[10])))
        try await recorder.state { $0.error != nil || $0.value != nil }
        let held = InspectorBench(StubTransport())
        held.inspector.watch(held.client, named: "held")
        let waiting = Task {
            try await held.client.value(for: Request<Shop, Data>("held", reading: .data).query("api_key", canaries[11]))
        }
        try await tasksAtRest()
        #expect(await held.text("state").contains("/held"))
        let ids = bench.inspector.calls.map(\.id)
        #expect(ids.count == 2)
        let paths =
            ["", "calls.json", "calls.har", "resources", "resources.json", "state", "state.json"]
            + ids.flatMap { ["calls/\($0)", "calls/\($0).json", "calls/\($0).har", "calls/\($0)/received-0"] }
        for path in paths {
            let text = await bench.text(path) + held.text(path)
            for (index, canary) in canaries.enumerated() {
                #expect(!text.contains(canary), "canary \(index + 1) in \(path)")
            }
        }
        waiting.cancel()
        _ = await waiting.result
    }
}

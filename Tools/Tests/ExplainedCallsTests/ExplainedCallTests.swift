import Foundation
import Freshet
import FreshetTapes
import FreshetTesting
import Testing

@testable import ExplainedCalls

struct ExplainedCallTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "explained-\(UUID())")

    /// Starts a server, and calls it with the cache of this test.
    private func withServer(
        _ handler: @escaping LoopbackServer.Handler, _ body: (LoopbackServer) async throws -> Void
    ) async throws {
        let server = try await LoopbackServer.start(handler: handler)
        do { try await body(server) } catch {
            await server.stop()
            throw error
        }
        await server.stop()
        try? FileManager.default.removeItem(at: folder)
    }

    private func call(_ address: String) -> ExplainedCall {
        var call = ExplainedCall(address)
        call.cacheFolder = folder
        return call
    }

    @Test func aFreshResponseComesFromTheCacheOfAnEarlierCall() async throws {
        try await withServer { _ in
            .text("tea", headers: [("Cache-Control", "max-age=600")])
        } _: { server in
            let first = await call("\(server.baseURL)/a").run()
            #expect(first.exitCode == 0)
            #expect(first.body == Data("tea".utf8))
            #expect(first.explanation.source == "network")
            #expect(first.explanation.attempts == 1)
            #expect(first.explanation.cache.map(\.action) == ["not served", "stored"])
            #expect(first.explanation.cache.map(\.section) == ["RFC 9111 §4", "RFC 9111 §3"])
            #expect(first.explanation.body?.receivedBytes == 3)
            #expect(first.explanation.timings.httpVersion == "1.1")

            var offline = call("\(server.baseURL)/a")
            offline.isOffline = true
            for call in [call("\(server.baseURL)/a"), offline] {
                let second = await call.run()
                #expect(second.body == Data("tea".utf8))
                #expect(second.explanation.source == "cache")
                #expect(second.explanation.attempts == 0)
                #expect(second.explanation.cache.map(\.action) == ["served fresh"])
                #expect(second.explanation.freshness?.lifetime == 600)
                #expect(second.explanation.text.contains("lifetime 600 s by max-age=600 (§5.2.2.1)"))
            }
            #expect(server.counts.exchanges == 1)
        }
    }

    @Test func aStaleResponseIsRevalidated() async throws {
        try await withServer { request in
            let fields = [("ETag", "\"1\""), ("Cache-Control", "max-age=0")]
            return request.header("If-None-Match") == nil
                ? .text("tea", headers: fields) : .status(304, headers: fields)
        } _: { server in
            _ = await call(server.baseURL).run()
            let outcome = await call(server.baseURL).run()
            #expect(outcome.explanation.source == "revalidated")
            #expect(outcome.explanation.cache.first?.action == "revalidates")
            #expect(outcome.explanation.cache.first?.section == "RFC 9111 §4.3.1")
            #expect(outcome.explanation.text.contains("status 200 from the cache, after the server confirmed it"))
        }
    }

    @Test func aStaleResponseIsServedIfTheServerIsGone() async throws {
        let server = try await LoopbackServer.start { _ in .text("tea", headers: [("Cache-Control", "max-age=0")]) }
        let address = server.baseURL
        _ = await call(address).run()
        await server.stop()
        var again = call(address)
        again.configuration.retry = .never
        let outcome = await again.run()
        #expect(outcome.exitCode == 0)
        #expect(outcome.body == Data("tea".utf8))
        #expect(outcome.explanation.failure?.code == "cannot_connect.refused")
        #expect(outcome.explanation.text.contains("from the cache, because the server failed: "))
        try? FileManager.default.removeItem(at: folder)
    }

    @Test func offlineWithoutAStoredResponseSaysWhatToDo() async throws {
        var offline = call("http://127.0.0.1:9/missing")
        offline.isOffline = true
        let outcome = await offline.run()
        #expect(outcome.exitCode == 69)
        #expect(outcome.body == nil)
        #expect(outcome.explanation.attempts == 0)
        #expect(outcome.explanation.cache.map(\.action) == ["refused"])
        #expect(
            outcome.explanation.text.contains(
                "No response from 127.0.0.1 is stored for this request. Run the command once without --offline"))
    }

    @Test func theBodyOfAnErrorIsReturned() async throws {
        try await withServer { _ in
            .text("no tea", status: 404)
        } _: { server in
            let outcome = await call(server.baseURL).run()
            #expect(outcome.exitCode == 1)
            #expect(outcome.body == Data("no tea".utf8))
            #expect(outcome.explanation.status == 404)
            #expect(outcome.explanation.text.contains("failed: status 404: 127.0.0.1 responded with status 404"))
        }
    }

    @Test func retriesAndRedirectsAreExplained() async throws {
        try await withServer { request in
            if request.path == "/old" { return .redirect(301, to: "/new") }
            return request.numberOnConnection < 3 ? .status(503, headers: [("Retry-After", "0")]) : .text("tea")
        } _: { server in
            let explanation = await call("\(server.baseURL)/old").run().explanation
            #expect(explanation.redirects == [.init(status: 301, address: "\(server.baseURL)/new")])
            #expect(explanation.retries.first?.reason == "status 503")
            #expect(explanation.retries.first?.cause == "the server asks for it in Retry-After")
            #expect(explanation.text.contains("retry: after status 503, following a delay of"))
            #expect(explanation.text.contains("wait for a used connection"))
        }
    }

    @Test func noSecretIsShownOrRecorded() async throws {
        try await withServer { _ in
            .text("tea")
        } _: { server in
            var call = call("\(server.baseURL)/a?api_key=s3cr3t-1&q=tea")
            call.fields[.authorization] = "Bearer s3cr3t-2"
            call.fields[.cookie] = "sid=s3cr3t-3"
            call.tape = folder.appending(path: "a.har")
            call.includesBody = true
            let outcome = await call.run()
            let tape = try Tape(contentsOf: folder.appending(path: "a.har"))
            #expect(tape.entries.count == 1)
            for text in [outcome.explanation.text, outcome.explanation.json, String(decoding: tape.har, as: UTF8.self)]
            {
                #expect(!text.contains("s3cr3t"))
                #expect(text.contains("q=tea"))
            }
        }
    }

    @Test func jsonContainsTheBody() async throws {
        try await withServer { request in
            request.path == "/text" ? .text("tea") : .data(Data([0xFF, 0x00]))
        } _: { server in
            for (path, text, base64) in [("/text", "tea", nil), ("/bytes", nil, "/wA=")] as [(String, String?, String?)]
            {
                var call = call(server.baseURL + path)
                call.includesBody = true
                let json = await call.run().explanation.json
                let decoded = try JSONDecoder().decode(Explanation.self, from: Data(json.utf8))
                #expect(decoded.body?.text == text)
                #expect(decoded.body?.base64 == base64)
            }
        }
    }

    @Test func aTapeThatCantBeWrittenIsAnError() async throws {
        try await withServer { _ in
            .text("tea")
        } _: { server in
            var call = call(server.baseURL)
            call.tape = URL(filePath: "/dev/null/a.har")
            let outcome = await call.run()
            #expect(outcome.exitCode == 74)
            #expect(outcome.explanation.failure?.message.contains("Choose a file in an existing folder.") == true)
        }
    }

    @Test(arguments: ["news.example/top", "ftp://news.example", ""])
    func aWrongAddressIsAnError(address: String) async {
        let outcome = await ExplainedCall(address).run()
        #expect(outcome.exitCode == 65)
        #expect(outcome.explanation.failure?.message.contains("The request can't be sent") == true)
        #expect(outcome.explanation.text.hasPrefix("GET\n"))
    }
}

struct FreshnessReportTests {
    @Test(
        arguments: [
            (
                ["Cache-Control": "max-age=60"], 12,
                "Age 12 s, lifetime 60 s by max-age=60 (§5.2.2.1): 60 s - 12 s = 48 s, so it is fresh for another 48 s."
            ),
            (
                ["Cache-Control": "max-age=60"], 75,
                "Age 75 s, lifetime 60 s by max-age=60 (§5.2.2.1): 60 s - 75 s = -15 s, so it is stale for 15 s."
            ),
            (
                ["Date": "Tue, 01 Dec 2026 12:00:00 GMT", "Expires": "Tue, 01 Dec 2026 12:01:00 GMT"], 0,
                "Age 0 s, lifetime 60 s by Expires minus Date (§5.3): 60 s - 0 s = 60 s, so it is fresh for another 60 s."
            ),
            (
                ["Date": "Tue, 01 Dec 2026 12:00:00 GMT", "Last-Modified": "Tue, 01 Dec 2026 11:50:00 GMT"], 10,
                "Age 10 s, lifetime 60 s by 10 % of the 600 s since Last-Modified (§4.2.2): 60 s - 10 s = 50 s, so it is fresh for another 50 s."
            ),
            (["Cache-Control": "no-cache"], 5, "Age 5 s; no-cache: the server confirms it before each use (§5.2.2.4)."),
            (["Cache-Control": "no-store"], 0, "Age 0 s; no-store: it is never stored (§5.2.2.5)."),
            ([:], 0, "Age 0 s; no lifetime: neither max-age nor Expires nor Last-Modified (§4.2.1)."),
        ] as [([String: String], Int, String)])
    func theArithmeticIsASentence(fields: [String: String], age: Int, text: String) {
        var headers: HTTPFields = [:]
        for (name, value) in fields { if let name = HTTPField.Name(name) { headers[name] = value } }
        #expect(FreshnessReport(headers, age: .seconds(age)).text == text)
    }

    @Test(arguments: [
        ("status.503", "status 503"), ("timed_out.idle", "timed out (idle)"), ("connection_lost", "connection lost"),
    ])
    func theCodesOfErrorsAreWords(code: String, words: String) {
        #expect(CallLog.text(ofCode: code) == words)
    }

    @Test func theCacheIsInTheFolderOfTheUser() {
        #expect(CacheFolder.standard(environment: ["XDG_CACHE_HOME": "/c"]).path == "/c/freshet")
        #expect(CacheFolder.standard(environment: ["XDG_CACHE_HOME": "c", "HOME": "/h"]).path == "/h/.cache/freshet")
    }
}

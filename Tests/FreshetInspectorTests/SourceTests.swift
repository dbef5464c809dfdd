import Foundation
import FreshetCore
import FreshetInspector
import FreshetSQLite
import FreshetTapes
import FreshetTesting
import HTTPTypes
import Testing

/// Where the log says that the value of a call came from.
@Suite(.timeLimit(.minutes(1)))
struct SourceTests {
    private let request = Request<Shop, Data>("products", reading: .data)

    private func sources(of cache: HTTPCache, waits: [Int]) async throws -> [LoggedCall.Source] {
        let stub = StubTransport { request in
            request.head.headerFields[.ifNoneMatch] == nil
                ? .json("{}", headers: [.cacheControl: "max-age=60", .eTag: "\"a\""]) : .status(304)
        }
        let bench = InspectorBench(stub) { $0.cache = cache }
        for wait in waits {
            bench.clock.advance(by: .seconds(wait))
            _ = try await bench.client.value(for: request)
        }
        return bench.inspector.calls.map(\.source)
    }

    @Test func aResponseFromMemoryIsNamedSo() async throws {
        let cache = HTTPCache(store: MemoryCacheStore())
        #expect(try await sources(of: cache, waits: [0, 1, 100]) == [.network, .memory, .revalidated])
    }

    #if SQLite
    @Test func aResponseFromTheDiskIsNamedSo() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "freshet-\(UUID().uuidString).sqlite")
        defer { for end in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + end) } }
        let cache = HTTPCache(store: SQLiteCacheStore(file: file))
        #expect(try await sources(of: cache, waits: [0, 1, 100]) == [.network, .disk, .revalidated])
    }
    #endif

    @Test func aResponseOfATapeIsNamedSo() async throws {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
        let entry = Tape.Entry(
            request: Tape.Request(url: "https://shop.example/v1/products"),
            response: Tape.Response(head: head, body: Tape.Body(Data("{}".utf8))), start: Date())
        let bench = InspectorBench(ReplayTransport(Tape([entry])))
        _ = try await bench.client.value(for: request)
        #expect(bench.inspector.calls.map(\.source) == [.tape])
        #expect(await bench.text("").contains("<td>tape</td>"))
        #expect(await bench.text("calls.json").contains("\"source\":\"tape\""))
    }
}

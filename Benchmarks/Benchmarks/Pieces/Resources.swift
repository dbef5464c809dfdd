import Benchmark
import Foundation
import Freshet
import FreshetResources
import FreshetStreams
import FreshetTesting
import HTTPTypes

/// Measures a resource: alone, with many observers, and among many other resources.
func resources() {
    measure("resource: 1,000 snapshots") { bench in
        for _ in 0..<1000 { blackHole(bench.thing.state) }
    }
    measure("resource: 1,000 handles") { bench in
        for _ in 0..<1000 { blackHole(bench.client.resource(.thing(0))) }
    }
    for count in [10, 10_000] {
        measure("resource: observe and leave among \(count) observers", observers: count) { bench in
            bench.thing.observe { _ in }.cancel()
        }
    }
    measure("resource: report a change to 1,000 observers", observers: 1000) { bench in
        bench.thing.update { $0.count += 1 }
    }
    for count in [100, 100_000] {
        measure("resource: invalidate by tag, 10 of \(count)", resources: count) { bench in
            bench.client.resources.invalidate(.id("group", 7))
        }
    }
    measure("resource: 1,000 snapshots among 100,000 resources", resources: 100_000) { bench in
        for _ in 0..<1000 { blackHole(bench.thing.state) }
    }
    measure("resource: a write with 1,000 observers", observers: 1000) { bench in
        try await bench.client.write(.count(2)) { $0.update(.thing(0)) { $0.count = 2 } }
    }
    for count in [1, 10] {
        measure("resource: refetch a list of \(count) pages with 1,000 items each", pages: count) { bench in
            await bench.list.reload().value
        }
    }
    measure("resource: a new value and a snapshot with 100 pending writes", writes: 100) { bench in
        bench.thing.set(Thing(id: 0, count: 3))
        blackHole(bench.thing.state)
    }
}

private struct Things: Service {
    let baseURL = "https://things.example"
}

private struct Thing: Codable, Sendable, Equatable, Identifiable {
    var id: Int
    var count: Int
}

extension PagedRequest where API == Things, Page == [Thing] {
    fileprivate static var things: Self {
        .numbered(Request("list")) { things in things.last.map { $0.id < 9999 } ?? false }
    }
}

extension Request where API == Things, Value == Thing {
    fileprivate static func thing(_ id: Int) -> Self { Request("things/\(id)").tagged(.id("group", id / 10)) }
    fileprivate static func count(_ count: Int, isHeld: Bool = false) -> Self {
        Request(isHeld ? "held" : "counts", method: .post, body: .json(["count": count]))
    }
}

/// A client with resources that have values, and with observers and running writes of the first resource.
private final class ResourceBench: Sendable {
    let client: Client<Things>
    let thing: Resource<Thing>
    let list: ListWindow<Thing>
    private let observations: [ResourceObservation]

    init(resources: Int, observers: Int, writes: Int, pages: Int) async throws {
        let server = StubTransport { request in
            if request.head.path == "/held" { await Gate().wait() }
            if let path = request.head.path, path.hasPrefix("/list") {
                let page = path.split(separator: "=").last.flatMap { Int($0) } ?? 1
                let things = (0..<1000).map { #"{"id":\#((page - 1) * 1000 + $0),"count":1}"# }
                return .json("[\(things.joined(separator: ","))]")
            }
            return .json(#"{"id":0,"count":2}"#)
        }
        client = Client(Things(), transport: server, cache: nil)
        client.resources.settings.entryLimit = .max
        client.resources.settings.byteLimit = .max
        thing = client.resource(.thing(0)).fresh(.untilInvalidated)
        _ = try await thing.value()
        for id in 1..<max(2, resources) { client.resource(.thing(id)).set(Thing(id: id, count: 1)) }
        observations = (0..<observers).map { [thing] _ in thing.observe { _ in } }
        for count in 0..<writes {
            Task { [client] in
                try await client.write(.count(count, isHeld: true)) { $0.update(.thing(0)) { $0.count = count } }
            }
        }
        while thing.state.pendingChanges < writes { await Task.yield() }
        list = client.sharedWindow(on: .things) { WindowPage($0) }
        for _ in 0..<pages { await list.loadMore().value }
    }
}

private func measure(
    _ name: String, resources: Int = 1, observers: Int = 0, writes: Int = 0, pages: Int = 0,
    _ operation: @escaping (ResourceBench) async throws -> Void
) {
    Benchmark(name) { (benchmark, bench: ResourceBench) in
        try await benchmark.timed { try await operation(bench) }
    } setup: {
        try await ResourceBench(resources: resources, observers: observers, writes: writes, pages: pages)
    }
}

import Benchmark
import BenchmarkKit
import Foundation
import Freshet
import FreshetTapes
import FreshetTesting

/// Measures what it costs to record a call, and to replay it.
///
/// Each row makes a thousand calls for a page of twenty articles, 12 KB, one after another and each for an address of
/// its own. Their bodies are not decoded.
func tapes() {
    measureTape("on a stub") { stub() }
    measureTape("that are recorded") { recorded(by: TapeRecorder()) }
    measureTape("that are replayed") {
        let recorder = TapeRecorder()
        try await makeCalls(recorded(by: recorder))
        return ClientConfiguration(transport: ReplayTransport(recorder.tape), cache: nil)
    }
    Benchmark("the file of \(count) calls of 12 KB", configuration: tenTimes) { benchmark in
        let recorder = TapeRecorder()
        try await makeCalls(recorded(by: recorder))
        benchmark.timed { blackHole(recorder.tape.har) }
    }
}

private let count = 1000

/// Adds a benchmark of a thousand calls by a client that is made for them.
private func measureTape(
    _ name: String, _ configuration: @escaping () async throws -> ClientConfiguration
) {
    Benchmark("\(count) calls of 12 KB \(name)", configuration: fewer) { benchmark in
        let configuration = try await configuration()
        try await benchmark.timed { try await makeCalls(configuration) }
    }
}

private func makeCalls(_ configuration: ClientConfiguration) async throws {
    let client = Client(Words(), configuration)
    for id in 0..<count {
        let data = try await client.data(for: Request<Words, Data>("pages/\(id)")).value
        blackHole(data)
    }
}

/// A stub as tests write one.
private func stub() -> ClientConfiguration {
    let text = String(decoding: Bodies.news(articles: 20), as: UTF8.self)
    return ClientConfiguration(
        transport: StubTransport { _ in .json(text, headers: [.cacheControl: "no-store", .eTag: "\"1\""]) }, cache: nil)
}

private func recorded(by recorder: TapeRecorder) -> ClientConfiguration {
    var configuration = stub()
    configuration.plugins.append(recorder)
    return configuration
}

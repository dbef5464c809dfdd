import BenchmarkKit
import Dispatch
import Foundation
import Freshet
import FreshetResources
import FreshetTapes
import FreshetTelemetry
import InMemoryTracing

/// A kind of call whose instructions are counted. The transport responds at once, but for ``wire``.
enum CountedCall: String {
    /// A call for bytes, one for a value, and one that is served fresh from memory.
    case raw, fetched, fresh
    case stream
    /// A read of a resource that is fresh.
    case resource
    /// A call that is recorded on a tape.
    case recorded
    /// A call for bytes over a connection.
    case wire

    /// Makes calls and measures nothing, for a profiler that counts their instructions.
    ///
    /// - Parameters:
    ///   - address: The address of a page, for ``wire``.
    ///   - areTraced: Whether spans and metrics are made of them, in memory.
    func make(_ count: Int, at address: String?, areTraced: Bool) {
        var configuration = configuration
        if areTraced { configuration.plugins.append(Telemetry(in: InMemoryTracer(recordInjections: false))) }
        let client = Client(Words(baseURL: address ?? "https://words.example"), configuration)
        // Valgrind does not survive that the main thread ends, as it does once a program waits there for a task.
        let end = DispatchSemaphore(value: 0)
        Task.detached {
            for id in 0..<count { try await make(with: client, address == nil ? "lists/\(isFresh ? 0 : id)" : "page") }
            end.signal()
        }
        end.wait()
    }

    private func make(with client: Client<Words>, _ path: RequestPath) async throws {
        switch self {
        case .raw, .wire: _ = try await client.value(for: bytes(path))
        case .stream: for try await _ in try await client.stream(for: bytes(path)) {}
        case .resource: _ = try await client.resource(words(path)).value()
        case .fetched, .fresh, .recorded: _ = try await client.value(for: words(path))
        }
    }

    private func words(_ path: RequestPath) -> Request<Words, [String]> { Request(path).sharing(.never) }

    private func bytes(_ path: RequestPath) -> Request<Words, Data> { Request(path, reading: .data).sharing(.never) }

    private var isFresh: Bool { self == .fresh || self == .resource }

    private var configuration: ClientConfiguration {
        let transport: any Transport =
            self == .wire ? AsyncHTTPClientTransport() : Echo(control: isFresh ? "max-age=3600" : "no-store")
        var configuration = ClientConfiguration(transport: transport, cache: isFresh ? HTTPCache() : nil)
        if self == .recorded { configuration.plugins.append(TapeRecorder()) }
        return configuration
    }
}

#if NIO
import Foundation
import FreshetCombine
import FreshetTesting

/// A real server on this machine for code that is written against `URLSession.shared` and fixed addresses.
final class Backend {
    /// What each path responses; a path that is not there responses 404.
    private let responses = Lock<[String: LoopbackResponse]>([:])
    private let counts = Lock<[String: Int]>([:])
    private(set) var server: LoopbackServer!

    static func start() async throws -> Backend {
        let backend = Backend()
        let (responses, counts) = (backend.responses, backend.counts)
        backend.server = try await LoopbackServer.start { request in
            let response = responses.withLock { $0[request.path] }
            counts.withLock { $0[request.path, default: 0] += 1 }
            return response ?? .json(#"{"message":"nothing here"}"#, status: 404)
        }
        return backend
    }

    subscript(path: String) -> LoopbackResponse? {
        get { responses.withLock { $0[path] } }
        set { responses.withLock { $0[path] = newValue } }
    }

    func url(_ path: String) -> URL {
        URL(string: server.baseURL + path)!
    }

    /// How many requests have got their response assigned: from then on a new one may be set.
    func requestCount(_ path: String) -> Int {
        counts.withLock { $0[path] ?? 0 }
    }

    func stop() async {
        await server.stop()
    }
}

/// Runs a body where view models live: after what the main queue is doing, such as publishing a value it has yet to
/// store.
func onMain(_ body: @escaping () -> Void) async {
    await withCheckedContinuation { continuation in
        DispatchQueue.main.async {
            body()
            continuation.resume()
        }
    }
}
#endif

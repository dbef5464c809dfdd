import Foundation
import FreshetCombine
import FreshetTesting

/// A real server on this machine for code that is written against `URLSession.shared` and fixed addresses.
final class Backend {
    /// What each path answers; a path that is not there answers 404.
    private let answers = Lock<[String: LoopbackAnswer]>([:])
    private(set) var server: LoopbackServer!

    static func start() async throws -> Backend {
        let backend = Backend()
        let answers = backend.answers
        backend.server = try await LoopbackServer.start { request in
            answers.withLock { $0[request.path] } ?? .json(#"{"message":"nothing here"}"#, status: 404)
        }
        return backend
    }

    subscript(path: String) -> LoopbackAnswer? {
        get { answers.withLock { $0[path] } }
        set { answers.withLock { $0[path] = newValue } }
    }

    func url(_ path: String) -> URL {
        URL(string: server.baseURL + path)!
    }

    func requestCount(_ path: String) -> Int {
        server.requests.filter { $0.path == path }.count
    }

    func stop() async {
        await server.stop()
    }
}

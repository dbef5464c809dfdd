import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

/// URLSession's data task with one `Result` instead of three optionals.
@Suite(.timeLimit(.minutes(1)))
struct DataTaskResultTests {
    typealias Outcome = Result<(URLResponse, Data), any Error>

    private func outcome(
        of make: (@escaping @Sendable (Outcome) -> Void) -> URLSessionDataTask, cancelling: Bool = false
    ) async -> Outcome {
        await withCheckedContinuation { continuation in
            let task = make { continuation.resume(returning: $0) }
            task.resume()
            if cancelling { task.cancel() }
        }
    }

    @Test(
        "A response of any status is a success, also without a body (T31)",
        arguments: [(200, "answer"), (404, "gone"), (204, "")])
    func response(status: Int, body: String) async throws {
        let server = try await LoopbackServer.start { request in
            request.method == "GET" ? .text(body, status: status) : .status(405)
        }
        let url = URL(string: server.baseURL)!
        let got = try await outcome { URLSession.shared.dataTask(with: url, result: $0) }.get()
        #expect((got.0 as? HTTPURLResponse)?.statusCode == status)
        #expect(String(decoding: got.1, as: UTF8.self) == body)
        var post = URLRequest(url: url)
        post.httpMethod = "POST"
        let refused = try await outcome { [post] in URLSession.shared.dataTask(with: post, result: $0) }.get()
        #expect((refused.0 as? HTTPURLResponse)?.statusCode == 405)
        await server.stop()
    }

    @Test func aTaskWithoutAResponseFails() async throws {
        let server = try await LoopbackServer.start { _ in .text("answer") }
        let url = URL(string: server.baseURL)!
        await server.stop()
        let failed = await outcome { URLSession.shared.dataTask(with: url, result: $0) }
        #expect(throws: URLError.self) { try failed.get() }
    }

    @Test func aCancelledTaskFailsOnce() async throws {
        let server = try await LoopbackServer.start { _ in .silence }
        let url = URL(string: server.baseURL)!
        // A continuation that is resumed twice ends the process.
        let cancelled = await outcome(of: { URLSession.shared.dataTask(with: url, result: $0) }, cancelling: true)
        #expect(throws: URLError.self) { try cancelled.get() }
        await server.stop()
    }
}

#if os(Linux)
import Foundation
import Freshet
import FreshetTesting
import Testing

/// What URLSession cannot do on Linux: each test shows a line of the table in the guide Platforms and traits. One that
/// fails is good news: the line and the test can go.
@Suite(.timeLimit(.minutes(5)))
struct URLSessionOnLinuxTests {
    private func failure(of server: LoopbackServer) async -> FetchError? {
        let client = Client(Loopback(server), transport: URLSessionTransport(), cache: nil, retry: .never)
        do throws(FetchError) {
            _ = try await client.value(for: .text("/"))
            return nil
        } catch {
            return error
        }
    }

    @Test func aConnectionClosedBeforeTheHeadLooksLikeAnEmptyReply() async throws {
        try await withServer { _ in
            LoopbackResponse([.close])
        } test: { (server) async throws in
            guard case .protocolViolation = await failure(of: server)?.kind else {
                Issue.record("URLSession reports a lost connection now")
                return
            }
        }
    }

    @Test(
        "Certificates are refused, good or bad", arguments: [LoopbackServer.TLS.trusted, .wrongHost, .unknownAuthority])
    func certificates(tls: LoopbackServer.TLS) async throws {
        try await withServer(tls: tls) { _ in
            .text("never")
        } test: { (server) async throws in
            let error = await failure(of: server)
            #expect(error?.kind == .connectionLost)
            #expect(server.requests.isEmpty)
        }
    }

    @Test func aHeadThatIsCutOffTrapsTheProcess() async {
        await #expect(processExitsWith: .failure) {
            try await ask([.bytes(Data("HTTP/1.1 200 OK\r\nContent-Ty".utf8)), .close])
        }
    }

    @Test func fieldsBehindTheBodyTrapTheProcess() async {
        await #expect(processExitsWith: .failure) {
            try await ask([
                .head(status: 200, headers: [("Transfer-Encoding", "chunked")]),
                .bytes(Data("4\r\nbody\r\n0\r\nX-Late: 1\r\n\r\n".utf8)),
            ])
        }
    }
}

/// Sends a request to a server with a response.
private func ask(_ response: [LoopbackResponse.Step]) async throws {
    let server = try await LoopbackServer.start { _ in LoopbackResponse(response) }
    // An error or a value would be right; only a trap ends the child process with a failure.
    _ = try? await Client(Loopback(server), transport: URLSessionTransport(), cache: nil, retry: .never).value(
        for: .text("/"))
}
#endif

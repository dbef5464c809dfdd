import Foundation
import Freshet
import FreshetTesting
import Testing

/// What no server should send, on AsyncHTTPClient: a typed error, and the next call works.
@Suite(.timeLimit(.minutes(5)))
struct HostileServerTests {
    struct Case: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let steps: [LoopbackAnswer.Step]
        let isExpected: @Sendable (FetchError.Kind?) -> Bool

        init(
            _ name: String, _ steps: [LoopbackAnswer.Step], _ isExpected: @escaping @Sendable (FetchError.Kind?) -> Bool
        ) {
            testDescription = name
            self.steps = steps
            self.isExpected = isExpected
        }

        init(_ name: String, raw: String, _ isExpected: @escaping @Sendable (FetchError.Kind?) -> Bool) {
            self.init(name, [.bytes(Data(raw.utf8)), .close], isExpected)
        }
    }

    private static func isProtocolViolation(_ kind: FetchError.Kind?) -> Bool {
        if case .protocolViolation = kind { true } else { false }
    }

    static let cases = [
        Case("garbage for a status line", raw: "SMTP ready\r\n\r\n", isProtocolViolation),
        Case("a body shorter than its length", raw: "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nabc") {
            $0 == .connectionLost
        },
        Case("chunks that are cut off", raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nab") {
            $0 == .connectionLost
        },
        Case(
            "a chunk without a size", raw: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nab",
            isProtocolViolation),
        Case(
            "two lengths", raw: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\nabc",
            isProtocolViolation),
        Case("a head without end", raw: "HTTP/1.1 200 OK\r\nX: " + String(repeating: "x", count: 200_000)) {
            $0 == .tooLarge(.header)
        },
        Case("a flood of interim answers", [.interim(status: 103, count: 100), .waitForClose]) {
            $0 == .tooLarge(.interimResponses(limit: 16))
        },
        Case(
            "damaged gzip", raw: "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 4\r\n\r\nabcd",
            isProtocolViolation),
        Case("a reset", [.reset]) { $0 == .connectionLost },
    ]

    @Test("Hostile answers", arguments: cases)
    func hostile(example: Case) async throws {
        try await withServer { request in
            request.path == "/good" ? .text("good") : LoopbackAnswer(example.steps)
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            let error = await failure { () async throws(FetchError) in try await client.value(for: .text("/")) }
            #expect(example.isExpected(error?.kind), "\(String(describing: error))")
            let next = try await client.value(for: .text("/good"))
            #expect(next == "good")
        }
    }

    @Test func aFewInterimAnswersAreSwallowed() async throws {
        try await withServer { _ in
            LoopbackAnswer([.interim(status: 103, count: 5)] + LoopbackAnswer.text("final").steps)
        } test: { (server) async throws in
            let value = try await Carrier.asyncHTTPClient.client(for: Loopback(server)).value(for: .text("/"))
            #expect(value == "final")
        }
    }
}

#if Brotli || Zstd
import Foundation
import Freshet
import FreshetTesting
import Testing

/// The content codings of the traits, with complete bodies and hostile ones.
@Suite(.timeLimit(.minutes(5)))
struct FurtherCodingTests {
    struct Coding: Sendable, CustomTestStringConvertible {
        let name: String
        /// A text in the coding.
        let sample: Data
        /// A small body that decodes to a large one.
        let bomb: [LoopbackResponse.Step]

        var testDescription: String { name }
    }

    private static let text = "Hello, world. Hello, world. Hello, tea."

    #if Brotli
    static let brotli = Coding(
        name: "br", sample: data("GyYA+B2pH/f0iRoEqYxOsrm8JYtLWIoyyzT1gAY1xg/uAA=="),
        // 64 MiB of zeros.
        bomb: [.chunk(data("z///f/gnAOKxQCD3/p/////wTwDEYQGA7v0/////4Z8AiMMiAN37//z//8c/ARCHBQC69/8=")), .lastChunk])
    #endif

    #if Zstd
    static let zstd = Coding(
        name: "zstd", sample: data("KLUv/SQnxQAAkEhlbGxvLCB3b3JsZC4gdGVhLgEA8U0l390P/g=="),
        // A frame with a window of 1 MiB, and blocks that repeat a zero 128 Ki times, without end (RFC 8878 §3.1.1.2).
        bomb: [
            .chunk(Data([0x28, 0xB5, 0x2F, 0xFD, 0, 0x50])),
            .forever([.chunk(Data((0..<1000).flatMap { _ in [2, 0, 0x10, 0] as [UInt8] }))]),
        ])
    #endif

    static var codings: [Coding] {
        var codings: [Coding] = []
        #if Brotli
        codings.append(brotli)
        #endif
        #if Zstd
        codings.append(zstd)
        #endif
        return codings
    }

    private static func data(_ text: String) -> Data { Data(base64Encoded: text) ?? Data() }

    private func outcome(
        _ coding: String, _ steps: [LoopbackResponse.Step], face: ValueFace = .async, limit: Int = 1 << 20
    ) async throws -> Result<String, FetchError> {
        try await withServer { _ in
            LoopbackResponse(
                [
                    .head(
                        status: 200,
                        headers: [
                            ("Content-Type", "text/plain"), ("Content-Encoding", coding),
                            ("Transfer-Encoding", "chunked"),
                        ])
                ] + steps)
        } test: { (server) async throws in
            let client = Carrier.asyncHTTPClient.client(for: Loopback(server))
            let outcome = try await face.outcome(of: .text("/").bodyLimit(limit), client)
            #expect(server.requests[0].header("accept-encoding")?.contains(coding) == true)
            try await server.wait { $0.openExchanges == 0 }
            return outcome
        }
    }

    @Test("A body comes whole, in one piece and byte by byte", arguments: codings)
    func whole(coding: Coding) async throws {
        #expect(try await outcome(coding.name, [.chunk(coding.sample), .lastChunk]).get() == Self.text)
        let pieces = coding.sample.map { LoopbackResponse.Step.chunk(Data([$0])) }
        #expect(try await outcome(coding.name, pieces + [.lastChunk]).get() == Self.text)
        #expect(try await outcome(coding.name, [.lastChunk]).get() == "")
    }

    @Test("A body that is cut off, wherever, is damaged", arguments: codings)
    func cutOff(coding: Coding) async throws {
        for length in 1..<coding.sample.count {
            let outcome = try await outcome(coding.name, [.chunk(coding.sample.prefix(length)), .lastChunk])
            #expect(outcome.code == "content_coding", "\(length) bytes: \(outcome)")
        }
    }

    @Test("Garbage is damaged, in the coding's name, in it and after it", arguments: codings)
    func garbage(coding: Coding) async throws {
        var random = SeededRandom(seed: 7)
        for _ in 1...50 {
            var noise = Data((0..<200).map { _ in UInt8.random(in: 0...255, using: &random) })
            let named = try await outcome(coding.name, [.chunk(noise), .lastChunk])
            #expect(["content_coding", "too_large"].contains(named.code), "\(named)")
            noise = coding.sample
            noise[Int.random(in: 0..<noise.count, using: &random)] ^= UInt8.random(in: 1...255, using: &random)
            // Without a checksum some damage shows only in the text.
            let flipped = try await outcome(coding.name, [.chunk(noise), .lastChunk])
            #expect(flipped.code == nil || flipped.code == "content_coding" || flipped.code == "too_large")
        }
        let surplus = try await outcome(coding.name, [.chunk(coding.sample + Data("more".utf8)), .lastChunk])
        #expect(surplus.code == "content_coding")
    }

    @Test("A bomb meets the limit, in little memory", arguments: codings, ValueFace.allCases)
    func bomb(coding: Coding, face: ValueFace) async throws {
        ResidentMemory.beginMeasuring()
        let before = ResidentMemory.peak
        let outcome = try await outcome(coding.name, coding.bomb, face: face)
        #expect(outcome.code == "too_large")
        #expect(ResidentMemory.peak - before < 64 << 20)
    }

    #if Zstd
    @Test("zstd: several frames are one body, and a checksum is looked at") func frames() async throws {
        let sample = Self.zstd.sample
        #expect(try await outcome("zstd", [.chunk(sample + sample), .lastChunk]).get() == Self.text + Self.text)
        var wrong = sample
        wrong[wrong.count - 1] ^= 1
        #expect(try await outcome("zstd", [.chunk(wrong), .lastChunk]).code == "content_coding")
    }

    @Test("RFC 9659 §3: a window of more than 8 MB is refused") func window() async throws {
        let body = Self.data("KLUv/QCIxQAAkEhlbGxvLCB3b3JsZC4gdGVhLgEA8U0l")
        #expect(try await outcome("zstd", [.chunk(body), .lastChunk]).code == "content_coding")
    }
    #endif

    @Test("A body in two codings") func both() async throws {
        let gzip = Compressed.gzip(Self.codings[0].sample) + Compressed.trailer(Self.codings[0].sample)
        let outcome = try await withServer { _ in
            .data(gzip, type: "text/plain", headers: [("Content-Encoding", "\(Self.codings[0].name), gzip")])
        } test: { (server) async throws in
            try await ValueFace.async.outcome(of: .text("/"), Carrier.asyncHTTPClient.client(for: Loopback(server)))
        }
        #expect(try outcome.get() == Self.text)
    }
}

extension Result where Failure == FetchError {
    fileprivate var code: String? { if case .failure(let error) = self { error.code } else { nil } }
}
#endif

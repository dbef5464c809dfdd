import Foundation
import Freshet
import FreshetTesting

/// What one call sends, and what the server does with it: a function of the call's number and a seed.
struct Script: CustomStringConvertible {
    enum Server: Int, CaseIterable {
        case plain, tls, http2

        /// Starts a server that follows the scripts of its requests.
        func start(seed: UInt64) async throws -> LoopbackServer {
            // Over HTTP/2 the responses begin while bodies are still being sent.
            try await LoopbackServer.start(
                tls: self == .plain ? nil : .trusted, http2: self == .http2, respondsEarly: self == .http2
            ) { request in
                // A redirect leads to an address without a number.
                guard let number = request.path.split(separator: "/").last.flatMap({ Int($0) }) else {
                    return .misbehaving(.redirectChain)
                }
                return Script(call: number, seed: seed).response(to: request)
            }
        }
    }

    private enum Sending {
        case get, small, large, stream
    }

    private enum Behaviour {
        case good
        case http1(Misbehaviour)
        case http2(HTTP2Misbehaviour)
    }

    let number: Int
    let server: Server
    private let sending: Sending
    private let behaviour: Behaviour

    init(call number: Int, seed: UInt64) {
        self.number = number
        var random = SeededChoice(seed: seed, number: number)
        server = random.element(of: Server.allCases)
        sending = random.element(of: [.get, .get, .get, .get, .get, .small, .small, .large, .large, .stream])
        guard random.number(below: 10) < 4 else {
            behaviour = .good
            return
        }
        behaviour =
            server == .http2
            ? .http2(random.element(of: HTTP2Misbehaviour.allCases)) : .http1(random.element(of: Misbehaviour.allCases))
    }

    var path: String { "/words/\(number)" }

    var isGood: Bool { if case .good = behaviour { true } else { false } }

    var description: String {
        let name =
            switch behaviour {
            case .good: "good"
            case .http1(let misbehaviour): misbehaviour.rawValue
            case .http2(let misbehaviour): misbehaviour.rawValue
            }
        return "\(server) \(sending) \(name)"
    }

    /// The request of the call.
    var request: Request<Words, Reply> {
        let path: RequestPath = "words/\(number)"
        return switch sending {
        case .get: Request(path)
        case .small: Request(path, method: .post, body: .bytes(Data(count: 100)))
        // More than a window of HTTP/2, which is 64 KiB.
        case .large: Request(path, method: .post, body: .bytes(Data(count: 70_000)))
        // Without a timeout of its own, an upload lasts as long as something comes.
        case .stream: Request(path, method: .post, body: .stream(chunks)).timeout(.seconds(5))
        }
    }

    private var chunks: AsyncThrowingStream<Data, any Error> {
        AsyncThrowingStream { continuation in
            for _ in 0..<10 { continuation.yield(Data(count: 50_000)) }
            continuation.finish()
        }
    }

    func response(to request: LoopbackRequest) -> LoopbackResponse {
        let body = #"{"path":"\#(request.path)"}"#
        return switch behaviour {
        case .good: .json(body)
        case .http1(let misbehaviour): .misbehaving(misbehaviour, body: body)
        case .http2(let misbehaviour): .misbehaving(http2: misbehaviour, body: body)
        }
    }
}

/// Choices that depend on a seed and the number of a call alone.
private struct SeededChoice {
    private var state: UInt64

    init(seed: UInt64, number: Int) {
        state = seed &* 0x9E37_79B9_7F4A_7C15 ^ UInt64(number) &* 0xD134_2543_DE82_EF95
    }

    mutating func number(below limit: Int) -> Int {
        // SplitMix64.
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ value >> 30) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ value >> 27) &* 0x94D0_49BB_1331_11EB
        return Int((value ^ value >> 31) % UInt64(limit))
    }

    mutating func element<Element>(of elements: [Element]) -> Element { elements[number(below: elements.count)] }
}

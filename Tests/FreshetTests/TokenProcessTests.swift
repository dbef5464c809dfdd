import Foundation
import Freshet
import FreshetTesting
import Testing

#if NIO
/// Processes that share the token in a file: killed at any moment, and renewing at once.
@Suite(.timeLimit(.minutes(30)))
struct TokenProcessTests {
    private struct Token: Codable, Sendable {
        let number: Int
    }

    /// A server that spends a refresh token with its first use.
    private final class TokenOffice: Sendable {
        private struct State {
            var current = 1
            var isRefused = true
            var uses: [Int: Int] = [:]
        }

        private let state = Lock(State())
        /// Called when a token is spent, before the response is sent.
        let onSpent = Lock<(@Sendable () -> Void)?>(nil)

        var current: Int { state.withLock { $0.current } }
        var uses: [Int: Int] { state.withLock { $0.uses } }
        /// The number of renewals that were asked for.
        var renewals: Int { uses.values.reduce(0, +) }

        /// Lets the access token of the last renewal run out.
        func expire() { state.withLock { $0.isRefused = true } }

        func response(to request: LoopbackRequest) -> LoopbackResponse {
            guard request.path == "/token" else {
                let isAccepted = state.withLock { state in
                    !state.isRefused && request.header("Authorization") == "Bearer \(state.current)"
                }
                return isAccepted ? .text("tea") : .status(401)
            }
            let form = String(decoding: request.body, as: UTF8.self)
            let number = Int(form.dropFirst("refresh_token=".count)) ?? 0
            let new = state.withLock { state -> Int? in
                state.uses[number, default: 0] += 1
                guard number == state.current else { return nil }
                state.current += 1
                state.isRefused = false
                return state.current
            }
            guard let new else { return .json(#"{"error":"invalid_grant"}"#, status: 400) }
            onSpent.withLock { $0 }?()
            return .json(#"{"number":\#(new)}"#)
        }
    }

    /// A process that makes one call.
    private struct Holder {
        let process = Process()
        let output = Pipe()
        let ended = Gate()

        init(file: URL, baseURL: String) throws {
            let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") }?.bundleURL
            process.executableURL = (bundle ?? URL(filePath: CommandLine.arguments[0])).deletingLastPathComponent()
                .appending(path: "TokenHolder")
            process.arguments = [file.path, baseURL]
            process.standardOutput = output
            process.terminationHandler = { [ended] _ in ended.open() }
            try process.run()
        }

        /// Waits for the end of the process, and returns what it has printed.
        func outcome() async throws -> String {
            await ended.wait()
            let text = try output.fileHandleForReading.readToEnd() ?? Data()
            return String(decoding: text, as: UTF8.self).trimmingCharacters(in: .newlines)
        }
    }

    private let office = TokenOffice()
    private let folder = FileManager.default.temporaryDirectory.appending(path: "tokens-\(UUID().uuidString)")

    private var file: URL { folder.appending(path: "session.json") }

    private func storeCurrentToken() async throws {
        let token = StoredToken(account: "ann", token: Token(number: office.current), requested: .now)
        let isWritten = try await FileTokenStore<Token>(file: file).write(token, replacing: nil)
        #expect(isWritten)
    }

    /// The process is killed before the response, or at some moment after it: before, while or after the new token is
    /// stored.
    @Test func aKilledRenewalSurvivesOrAsksToSignIn() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await LoopbackServer.start { [office] in office.response(to: $0) }
        try await storeCurrentToken()
        var outcomes: [String: Int] = [:]
        for round in 0..<TestLength.count(6, long: 200) {
            office.expire()
            let holder = try Holder(file: file, baseURL: server.baseURL)
            let id = holder.process.processIdentifier
            office.onSpent.withLock { spent in
                spent = {
                    if round % 3 == 0 {
                        kill(id, SIGKILL)
                        return
                    }
                    Task.detached {
                        // The thread is busy for a moment, which differs from round to round.
                        let end = ContinuousClock.now + .microseconds(round * 97 % 4000)
                        while ContinuousClock.now < end {}
                        kill(id, SIGKILL)
                    }
                }
            }
            _ = try await holder.outcome()
            office.onSpent.withLock { $0 = nil }
            let before = office.renewals
            let next = try await Holder(file: file, baseURL: server.baseURL).outcome()
            outcomes[next, default: 0] += 1
            #expect(["ok", "authentication.signed_out"].contains(next))
            #expect(office.renewals - before <= 1, "it loops")
            if next != "ok" { try await storeCurrentToken() }
        }
        // No token was used twice but those whose response was lost with the process.
        #expect(office.uses.values.allSatisfy { $0 <= 2 } && outcomes["authentication.signed_out", default: 0] > 0)
        await server.stop()
    }

    @Test func processesThatRenewAtOnceUseATokenOnce() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = try await LoopbackServer.start { [office] in office.response(to: $0) }
        try await storeCurrentToken()
        for _ in 0..<TestLength.count(4, long: 50) {
            office.expire()
            let holders = try (1...3).map { _ in try Holder(file: file, baseURL: server.baseURL) }
            for holder in holders {
                let outcome = try await holder.outcome()
                #expect(outcome == "ok")
            }
        }
        #expect(office.uses.values.allSatisfy { $0 == 1 })
        await server.stop()
    }
}
#endif

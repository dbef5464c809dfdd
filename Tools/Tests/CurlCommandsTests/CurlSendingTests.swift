import Foundation
import Freshet
import FreshetTesting
import Testing

@testable import CurlCommands

struct CurlSendingTests {
    @Test func theTableHasSixtyCommands() {
        #expect(CurlCase.all.count >= 60)
    }

    @Test(arguments: CurlCase.all)
    func theRequestOfACommandIsTheOneThatCurlSends(_ example: CurlCase) async throws {
        var command = try CurlCommand(example.command, environment: [:])
        // The server speaks plain HTTP.
        command.address.scheme = "http"
        let host = command.address.authority
        let request = try command.request()
        let configuration = command
        let sent = try await SentRequest.received { socket in
            let client = Client(AnyOrigin(), configuration.configuration(sockets: [host: socket]))
            _ = try await client.response(for: request)
        }
        #expect(sent == example.sent.withoutUsualFields)
    }

    @Test(
        "curl sends what the table says", .enabled(if: Curl.isInstalled),
        arguments: CurlCase.all.filter { !$0.title.contains("cmd") && !$0.title.contains("surrogate") })
    func curlSendsWhatTheTableSays(_ example: CurlCase) async throws {
        let command = example.command.replacing("https://", with: "http://", maxReplacements: 1)
        let sent = try await SentRequest.received { socket in
            try await Curl.run("\(command) -s -o /dev/null --unix-socket \(socket)")
        }
        #expect(sent == example.sent.withoutUsualFields)
    }
}

/// The program curl.
enum Curl {
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

    /// Runs a command line with bash, and waits for its end.
    static func run(_ commandLine: String) async throws {
        let process = Process()
        process.executableURL = URL(filePath: "/bin/bash")
        process.arguments = ["-c", commandLine]
        try await withCheckedThrowingContinuation { (continuation: CheckedContinuation<Void, any Error>) in
            process.terminationHandler = { _ in continuation.resume() }
            do { try process.run() } catch { continuation.resume(throwing: error) }
        }
    }
}

import BenchmarkKit
import Foundation
import Freshet
import FreshetTesting

/// A server that sends and receives files of 1 GiB, and a page of 12 KB. It runs in its own process, so that only the
/// client is measured.
struct Files: Service {
    static let gigabyte = 1 << 30

    let baseURL: String

    /// Runs the server until its standard input ends. The first line of its output is its address.
    static func serve() async throws {
        let piece = Data(repeating: 0x5A, count: 1 << 16)
        let page = String(decoding: Bodies.news(articles: 20), as: UTF8.self)
        let server = try await LoopbackServer.start { request in
            if request.path == "/page" { return .json(page) }
            guard request.method == "GET" else { return .text("\(request.bodyLength)") }
            return LoopbackResponse([
                .head(status: 200, headers: [("Content-Length", "\(gigabyte)")]),
                .repeated(piece, times: gigabyte / piece.count),
            ])
        }
        print(server.baseURL)
        fflush(nil)
        while readLine() != nil {}
    }

    /// Starts the server, runs a measurement and stops the server.
    static func withServer(_ measure: (Client<Files>) async throws -> Void) async throws {
        let serving = Process()
        serving.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        serving.arguments = ["serve"]
        let output = Pipe()
        serving.standardOutput = output
        serving.standardInput = Pipe()
        try serving.run()
        defer { serving.terminate() }
        let line = String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
        try await measure(Client(Files(baseURL: line.trimmingCharacters(in: .whitespacesAndNewlines))))
    }
}

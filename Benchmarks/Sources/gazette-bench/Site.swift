import AsyncHTTPClient
import Foundation
import NIOCore

/// A running Gazette with its emulator, in a separate process.
struct Site: Sendable {
    let address: String
    /// The address of the metrics.
    private let metrics: String
    let client: HTTPClient
    /// The client of the streams. A pool searches all its connections for each request, which would be measured, too.
    let streams: HTTPClient
    private let identifier: Int32
    private let stopping: @Sendable () -> Int32

    init(_ executable: String, client: HTTPClient, streams: HTTPClient) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: executable)
        let limits = ["--max-pages", "--max-streams", "--max-streams-per-address"].flatMap { [$0, "100000"] }
        process.arguments = ["serve", "--emulator", "--port", "0", "--telemetry", "127.0.0.1:0"] + limits
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var lines = ""
        while lines.count(where: \.isNewline) < 2 {
            let data = output.fileHandleForReading.availableData
            guard !data.isEmpty else { throw Failure(text: "It does not serve.") }
            lines += String(decoding: data, as: UTF8.self)
        }
        let found = lines.matches(of: /http:\/\/[0-9.:]+/).map { String($0.0) }
        guard found.count == 2 else { throw Failure(text: "It does not serve metrics.") }
        (address, metrics) = (found[0], found[1])
        self.client = client
        self.streams = streams
        identifier = process.processIdentifier
        stopping = {
            process.terminate()
            process.waitUntilExit()
            return process.terminationStatus
        }
    }

    struct Failure: Error {
        let text: String
    }

    /// Terminates the process and returns its exit code.
    func stop() -> Int32 { stopping() }

    /// The resident memory of the process in bytes.
    var memory: Int {
        let status = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
        let kilobytes = status.firstMatch(of: /VmRSS:\s+([0-9]+)/).flatMap { Int($0.1) }
        return (kilobytes ?? 0) * 1024
    }

    /// The number of threads of the process.
    var threads: Int {
        let status = (try? String(contentsOfFile: "/proc/\(identifier)/status", encoding: .utf8)) ?? ""
        return status.firstMatch(of: /Threads:\s+([0-9]+)/).flatMap { Int($0.1) } ?? 0
    }

    func request(_ path: String, post body: String? = nil) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: address + path)
        request.headers.add(name: "Sec-Fetch-Site", value: "same-origin")
        if let body {
            request.method = .POST
            request.body = .bytes(ByteBuffer(string: body))
        }
        return request
    }

    /// Returns the body at an address as text, and the time until its head was received.
    func get(_ path: String) async throws -> (text: String, wait: Duration) {
        let start = ContinuousClock.now
        let response = try await client.execute(request(path), timeout: .seconds(60))
        let wait = ContinuousClock.now - start
        let body = try await response.body.collect(upTo: 1 << 24)
        guard response.status == .ok else { throw Failure(text: "\(path): \(response.status)") }
        return (String(buffer: body), wait)
    }

    func post(_ path: String, _ body: String = "") async throws {
        let response = try await client.execute(request(path, post: body), timeout: .seconds(60))
        guard response.status == .noContent else { throw Failure(text: "\(path): \(response.status)") }
    }

    /// Returns the value of a metric; 0 if it is missing.
    func metric(_ name: String) async throws -> Int {
        let response = try await client.execute(HTTPClientRequest(url: metrics + "/metrics"), timeout: .seconds(60))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 24))
        let line = text.split(separator: "\n").first { $0.hasPrefix(name + " ") }
        return line.flatMap { Int($0.dropFirst(name.count + 1)) } ?? 0
    }

    func wait(_ name: String, for value: Int) async throws {
        while try await metric(name) != value { try await Task.sleep(for: .milliseconds(100)) }
    }
}

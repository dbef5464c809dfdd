import AsyncHTTPClient
import Foundation
import NIOCore
import NIOHTTP1

/// A reader with an account, whose browser a proxy has bound to one of the processes.
actor Member {
    private let clients: MemberClients
    /// The ports of the processes, the reader's own first.
    private let ports: [Int]
    /// The address that the proxy reports of the reader: each has a limit of attempts of its own.
    private let address: String
    private var cookies: String?
    private var stream: Task<Void, any Error>?
    private var waiter: (title: String, continuation: CheckedContinuation<Bool, Never>)?

    /// Makes an account.
    init(_ number: Int, _ clients: MemberClients, ports: [Int]) async throws {
        self.clients = clients
        let own = number % ports.count
        self.ports = Array(ports[own...] + ports[..<own])
        address = "10.\(number >> 16 & 255).\(number >> 8 & 255).\(number & 255)"
        let password = "lantern%20\(number)%20on%20a%20long%20pier"
        let response = try await send(
            "/sign-up", post: "name=reader\(number)&password=\(password)&passwordAgain=\(password)")
        let names = response.headers["Set-Cookie"].map { $0.prefix { $0 != ";" } }
        guard response.status == .seeOther, !names.isEmpty else {
            throw Site.Failure(text: "No account was made: \(response.status)")
        }
        cookies = names.joined(separator: "; ")
    }

    /// Opens a page with its stream, which stays open.
    func open(_ view: String) async throws {
        let text = try await page(view)
        guard let body = text.firstMatch(of: /data-page="([^"]+)" data-version="([0-9]+)"/) else {
            throw Site.Failure(text: "The page is not live.")
        }
        let response = try await clients.streams.execute(
            request("/live?page=\(body.1).\(body.2)", at: ports[0]), timeout: .hours(1))
        guard response.status == .ok else { throw Site.Failure(text: "No stream: \(response.status)") }
        stream = Task { [weak self] in
            var text = ""
            for try await chunk in response.body {
                text += String(buffer: chunk)
                while let end = text.range(of: "\n\n") {
                    await self?.take(text[..<end.lowerBound])
                    text.removeSubrange(..<end.upperBound)
                }
            }
        }
    }

    /// Returns a page.
    func page(_ view: String) async throws -> String {
        let response = try await send(view)
        guard response.status == .ok else { throw Site.Failure(text: "\(view): \(response.status)") }
        return response.text
    }

    /// Adds the feeds of a list (OPML).
    func add(feeds list: String) async throws {
        let response = try await send("/feeds/import", post: list, type: "text/x-opml")
        guard response.status == .seeOther else { throw Site.Failure(text: "A list of feeds: \(response.status)") }
    }

    /// Marks an entry as read, which is stored when this returns.
    func read(_ id: Int) async throws {
        let response = try await send("/marks/read", post: "entry=hn:\(id)")
        guard response.status == .noContent else { throw Site.Failure(text: "A mark: \(response.status)") }
    }

    /// Saves an entry at another process, if there is one, and waits until the open page shows it.
    ///
    /// - Returns: Whether it did within 20 seconds.
    func save(_ id: Int) async throws -> Bool {
        let title = "Pier%20\(id)"
        async let isShown = update(with: "Pier \(id)")
        let response = try await send(
            "/marks/save", post: "entry=hn:\(id)%09\(title)%09/hn/item/\(id)%09%09", at: ports.last)
        guard response.status == .noContent else { throw Site.Failure(text: "A mark: \(response.status)") }
        return await isShown
    }

    func leave() { stream?.cancel() }

    private static let form = "application/x-www-form-urlencoded"

    private func request(
        _ path: String, post body: String? = nil, type: String = form, at port: Int
    ) -> HTTPClientRequest {
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)\(path)")
        request.headers.add(name: "Sec-Fetch-Site", value: "same-origin")
        request.headers.add(name: "X-Forwarded-For", value: address)
        request.headers.add(name: "Accept-Encoding", value: "identity")
        if let cookies { request.headers.add(name: "Cookie", value: cookies) }
        if let body {
            request.method = .POST
            request.headers.add(name: "Content-Type", value: type)
            request.body = .bytes(ByteBuffer(string: body))
        }
        return request
    }

    private func send(
        _ path: String, post body: String? = nil, type: String = form, at port: Int? = nil
    ) async throws -> (status: HTTPResponseStatus, headers: HTTPHeaders, text: String) {
        let response = try await clients.pages.execute(
            request(path, post: body, type: type, at: port ?? ports[0]), timeout: .seconds(60))
        let body = try await response.body.collect(upTo: 1 << 24)
        return (response.status, response.headers, String(buffer: body))
    }

    private func update(with title: String) async -> Bool {
        let deadline = Task {
            try await Task.sleep(for: .seconds(20))
            giveUp()
        }
        defer { deadline.cancel() }
        return await withCheckedContinuation { waiter = (title, $0) }
    }

    private func giveUp() {
        waiter?.continuation.resume(returning: false)
        waiter = nil
    }

    private func take(_ event: Substring) {
        guard let waiter, event.contains(waiter.title) else { return }
        self.waiter = nil
        waiter.continuation.resume(returning: true)
    }
}

/// The clients of all members.
struct MemberClients {
    let pages: HTTPClient
    /// A pool searches all its connections for each request, which would be measured, too.
    let streams: HTTPClient

    init() {
        var configuration = HTTPClient.Configuration(redirectConfiguration: .disallow)
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 100_000
        streams = HTTPClient(configuration: configuration)
        // As many as nginx keeps open for a process.
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 64
        // A page is not decompressed: that would be the time of this process.
        configuration.decompression = .disabled
        pages = HTTPClient(configuration: configuration)
    }

    func shutdown() async throws {
        try await pages.shutdown()
        try await streams.shutdown()
    }
}

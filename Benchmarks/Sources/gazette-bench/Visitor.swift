import AsyncHTTPClient
import Foundation
import NIOCore

/// A visitor with an open page and the stream of its changes.
actor Visitor {
    private let site: Site
    private let page: String
    private var stream: Task<Void, any Error>?
    private var lastLink: String?
    private var waiter: (link: String, continuation: CheckedContinuation<Bool, Never>)?
    private var turn = 0

    /// Opens the page and its stream.
    init(_ site: Site, view: String) async throws {
        self.site = site
        let text = try await site.get(view).text
        guard let body = text.firstMatch(of: /data-page="([^"]+)" data-version="([0-9]+)"/) else {
            throw Site.Failure(text: "The page is not live.")
        }
        page = String(body.1)
        let response = try await site.streams.execute(
            site.request("/live?page=\(page).\(body.2)"), timeout: .hours(1))
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

    /// Sends an input, and waits for the update of the page.
    ///
    /// - Returns: Whether the update came within 20 seconds.
    func type() async throws -> Bool {
        turn += 1
        // The filter alternately matches no person and all people.
        let text = turn.isMultiple(of: 2) ? "" : "nobody\(turn)"
        async let isUpdated = update(to: text.isEmpty ? "/people" : "/people?q=\(text)")
        try await site.post("/live/\(page)", #"{"name":"q","value":"\#(text)"}"#)
        return await isUpdated
    }

    func leave() async throws {
        try await site.post("/live/\(page)/leave")
        stream?.cancel()
    }

    private func update(to link: String) async -> Bool {
        if lastLink == link { return true }
        let deadline = Task {
            try await Task.sleep(for: .seconds(20))
            giveUp()
        }
        defer { deadline.cancel() }
        return await withCheckedContinuation { waiter = (link, $0) }
    }

    private func giveUp() {
        waiter?.continuation.resume(returning: false)
        waiter = nil
    }

    private func take(_ event: Substring) {
        guard let link = event.firstMatch(of: /"link":"([^"]*)"/) else { return }
        lastLink = String(link.1)
        guard let waiter, waiter.link == lastLink else { return }
        self.waiter = nil
        waiter.continuation.resume(returning: true)
    }
}

import Foundation
package import Hummingbird
import NIOConcurrencyHelpers
package import NIOCore
import ServiceLifecycle
package import WebTelemetry

/// Writes one stream: the changes of a browser's pages, until it disconnects or stalls, or the server stops.
///
/// A message is an event of Server-Sent Events (HTML Standard §9.2) whose data is JSON: the page, the number of its
/// latest change, and the changes. The event `gone` names a page that no longer exists, and `here` is a heartbeat.
package struct StreamWriter {
    /// A page, and the number up to which the browser has seen its changes: `<page>.<number>`.
    ///
    /// A browser that reconnects sends its positions again, as a `Last-Event-ID` for each page: no change is lost or
    /// sent twice.
    package struct Position: Equatable, Sendable {
        package let page: String
        package let version: Int

        /// The greatest number of pages of one stream.
        package static let limit = 64

        package static func all(in texts: [String]) -> [Position] {
            texts.prefix(limit).compactMap { text in
                let pieces = text.split(separator: ".", omittingEmptySubsequences: false)
                guard pieces.count == 2, let version = Int(pieces[1]), version >= 0 else { return nil }
                return Position(page: String(pieces[0]), version: version)
            }
        }
    }

    /// The size of the system's send buffer of a connection, besides what the server buffers.
    private static let socketBufferBytes = 1 << 16

    package let registry: PageRegistry
    package let hub: StreamHub
    package let metrics: WebMetrics
    package let channel: any Channel
    package let peer: String

    package init(registry: PageRegistry, hub: StreamHub, metrics: WebMetrics, channel: any Channel, peer: String) {
        self.registry = registry
        self.hub = hub
        self.metrics = metrics
        self.channel = channel
        self.peer = peer
    }

    @concurrent package func write(_ positions: [Position], to writer: inout any ResponseBodyWriter) async throws {
        // Added before the stream is open: otherwise, a reader that leaves at once is not noticed.
        let closing = InputClosing()
        try? await channel.pipeline.addHandler(closing, position: .first).get()
        let stream = try hub.open(from: peer) { [channel] in channel.close(promise: nil) }
        closing.onClose { stream.finish() }
        try? await channel.setOption(.socketOption(.so_sndbuf), value: .init(Self.socketBufferBytes)).get()

        var pages: [String: LivePage] = [:]
        var versions: [String: Int] = [:]
        for position in positions where pages[position.page] == nil {
            versions[position.page] = position.version
            pages[position.page] = registry.enter(position.page)
            await pages[position.page]?.listen(stream.id) { stream.note(position.page) }
            stream.note(position.page)
        }
        let result: Result<Void, any Error>
        do {
            try await withGracefulShutdownHandler {
                while let work = await stream.next() {
                    // Each page's changes are sent as soon as they are rendered: a tab waits for no other of its browser.
                    let renderings = renderings(of: work, pages, versions)
                    var isSilent = true
                    for (id, rendering) in renderings {
                        guard let event = try event(of: id, await rendering.value, &versions) else { continue }
                        isSilent = false
                        stream.beginWriting()
                        try await writer.write(ByteBuffer(string: event))
                        stream.endWriting()
                    }
                    guard isSilent, work.isBeat else { continue }
                    stream.beginWriting()
                    try await writer.write(ByteBuffer(string: "event: here\ndata: {}\n\n"))
                    stream.endWriting()
                }
            } onGracefulShutdown: {
                stream.finish()
            }
            result = .success(())
        } catch {
            result = .failure(error)
        }
        for (id, page) in pages {
            await page.stopListening(stream.id)
            registry.leave(id)
        }
        hub.close(stream)
        try result.get()
    }

    /// Renders the changed pages side by side. A rendering is short, and need not be cancelled.
    private func renderings(
        of work: LiveStream.Work, _ pages: [String: LivePage], _ versions: [String: Int]
    ) -> [(String, Task<LivePage.News?, Never>)] {
        work.pages.map { id in
            let (page, version) = (pages[id], versions[id] ?? 0)
            return (id, Task { await page?.news(since: version) })
        }
    }

    /// Returns the event for the changes of a page; `nil` if there are none.
    private func event(of id: String, _ news: LivePage.News?, _ versions: inout [String: Int]) throws -> String? {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        func text(_ value: some Encodable) throws -> String {
            String(decoding: try encoder.encode(value), as: UTF8.self)
        }

        guard let news else { return "event: gone\ndata: \(try text(["page": id]))\n\n" }
        versions[id] = news.version
        guard !news.changes.isEmpty else { return nil }
        let event = "data: \(try text(news))\n\n"
        metrics.countChanges(news.changes.count, bytes: event.utf8.count)
        return event
    }
}

/// Detects that the client sends no more: browsers close a connection so while a response is being written.
private final class InputClosing: ChannelInboundHandler, Sendable {
    typealias InboundIn = NIOAny

    private struct State {
        var isClosed = false
        var action: (@Sendable () -> Void)?
    }

    private let state = NIOLockedValueBox(State())

    /// Sets the action for the end of the input, and runs it at once if the input has ended already.
    func onClose(_ action: @escaping @Sendable () -> Void) {
        let isClosed = state.withLockedValue { state in
            state.action = action
            return state.isClosed
        }
        if isClosed { action() }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .inputClosed? = event as? ChannelEvent { close() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        close()
        context.fireChannelInactive()
    }

    private func close() {
        let action = state.withLockedValue { state in
            state.isClosed = true
            return state.action
        }
        action?()
    }
}

import AsyncHTTPClient
import BenchmarkKit
import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// Measures how many pages a second programs serve, each with 16 and with 64 connections, in turn.
///
/// The services are those of an emulator in a process of its own. Each connection is a reader with a cookie, who
/// requests the next page as soon as one is complete.
struct PageLoad {
    /// The program, and the one that it is compared with.
    let executables: [String]
    let seconds: Double

    /// A row of the table.
    struct Row: Encodable {
        var view: String
        var connections: Int
        var program: String
        var pages: Double
        var p50, p99: Double
        var bytes: Int
        var memory: Double
    }

    func measure() async throws -> [Row] {
        let emulator = try Server(executables[0], ["emulate", "--port", "0"])
        defer { emulator.stop() }
        let folder = FileManager.default.temporaryDirectory.appending(path: "gazette-bench-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let servers = try executables.indices.map { index in
            try Server(
                executables[index],
                ["serve", "--port", "0", "--base-url", "http://127.0.0.1:\(emulator.port)"],
                home: folder.appending(path: "\(index)").path)
        }
        defer { for server in servers { server.stop() } }
        var rows: [Row] = []
        for view in ["/", "/hn", try await thread(of: servers[0]), "/news", "/movies"] {
            for connections in [16, 64] {
                for (index, server) in servers.enumerated() {
                    _ = try await load(server.port, view, connections, for: 1)
                    let readers = try await load(server.port, view, connections, for: seconds)
                    let waits = readers.flatMap(\.waits).map { $0 / .milliseconds(1) }.sorted()
                    guard !waits.isEmpty else { throw Site.Failure(text: "\(view) was not served.") }
                    rows.append(
                        Row(
                            view: view, connections: connections, program: index == 0 ? "new" : "base",
                            pages: Double(waits.count) / seconds, p50: waits[waits.count / 2],
                            p99: waits[waits.count * 99 / 100], bytes: readers.map(\.bytes).max() ?? 0,
                            memory: server.memory))
                }
            }
        }
        return rows
    }

    static func table(_ rows: [Row]) -> String {
        BenchmarkKit.table(
            [["page", "connections", "program", "pages/s", "p50 ms", "p99 ms", "bytes", "MiB"]]
                + rows.map { row in
                    [
                        row.view, "\(row.connections)", row.program, row.pages.text(0), row.p50.text(1),
                        row.p99.text(1),
                        "\(row.bytes)", row.memory.text(0),
                    ]
                })
    }

    /// The address of the first thread of the top list.
    private func thread(of server: Server) async throws -> String {
        let request = HTTPClientRequest(url: "http://127.0.0.1:\(server.port)/hn")
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(30))
        let text = String(buffer: try await response.body.collect(upTo: 1 << 24))
        guard let found = text.firstMatch(of: /\/hn\/item\/[0-9]+/) else {
            throw Site.Failure(text: "There are no stories.")
        }
        return String(found.0)
    }

    private func load(_ port: Int, _ view: String, _ connections: Int, for seconds: Double) async throws -> [Reader] {
        let group = MultiThreadedEventLoopGroup.singleton
        let end = ContinuousClock.now + .seconds(seconds)
        let readers = (0..<connections).map { _ in Reader(view, until: end) }
        let channels = try await withThrowingTaskGroup(of: (any Channel).self) { tasks in
            for reader in readers {
                tasks.addTask {
                    try await ClientBootstrap(group: group).channelInitializer { channel in
                        channel.eventLoop.makeCompletedFuture {
                            try channel.pipeline.syncOperations.addHTTPClientHandlers()
                            try channel.pipeline.syncOperations.addHandler(reader)
                        }
                    }.connect(host: "127.0.0.1", port: port).get()
                }
            }
            return try await tasks.reduce(into: []) { $0.append($1) }
        }
        for channel in channels { try await channel.closeFuture.get() }
        return readers
    }
}

/// A reader on one connection. Unchecked: its properties are used on the channel's event loop, and read once that is
/// closed.
private final class Reader: ChannelInboundHandler, @unchecked Sendable {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundOut = HTTPClientRequestPart

    private let view: String
    private let end: ContinuousClock.Instant
    private var start = ContinuousClock.now
    private var cookie: String?
    private var received = 0
    private(set) var bytes = 0
    private(set) var waits: [Duration] = []

    init(_ view: String, until end: ContinuousClock.Instant) {
        self.view = view
        self.end = end
    }

    func channelActive(context: ChannelHandlerContext) { ask(context) }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            guard head.status == .ok else { return context.close(promise: nil) }
            if let field = head.headers.first(name: "Set-Cookie") { cookie = String(field.prefix { $0 != ";" }) }
            received = 0
        case .body(let buffer): received += buffer.readableBytes
        case .end:
            bytes = received
            waits.append(.now - start)
            if .now < end { ask(context) } else { context.close(promise: nil) }
        }
    }

    private func ask(_ context: ChannelHandlerContext) {
        start = .now
        var fields: HTTPHeaders = ["Host": "127.0.0.1", "Accept-Encoding": "gzip"]
        if let cookie { fields.add(name: "Cookie", value: cookie) }
        context.write(
            wrapOutboundOut(.head(.init(version: .http1_1, method: .GET, uri: view, headers: fields))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
    }
}

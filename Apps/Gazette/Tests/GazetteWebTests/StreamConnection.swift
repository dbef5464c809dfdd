import Foundation
import NIOCore
import NIOPosix

/// A connection to a stream, by hand: read as events, or not at all.
final class StreamConnection: Sendable {
    struct Event: Equatable, Sendable {
        var name = "message"
        var page: String?
        var version: Int?
        /// The ids of what has changed; that of the title and the address is empty.
        var changed: [String] = []
        var link: String?
    }

    private let channel: any Channel
    private let lines: Lines

    /// - Parameters:
    ///   - reads: Whether what is sent is taken.
    ///   - isComplete: Whether the end of the request is sent.
    static func open(
        _ path: String, port: Int, reads: Bool = true, cookie: String = "", host: String = "127.0.0.1",
        fields: [String] = [], isComplete: Bool = true
    ) async throws -> StreamConnection {
        let (lines, handler) = Lines.make()
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelOption(.autoRead, value: reads)
            .channelOption(.socketOption(.so_rcvbuf), value: 4096)
            .channelInitializer { $0.pipeline.addHandler(handler()) }
            .connect(host: "127.0.0.1", port: port).get()
        let parts = ["GET \(path) HTTP/1.1", "Host: \(host)", "Sec-Fetch-Site: same-origin", "Cookie: \(cookie)"]
        let head = (parts + fields).map { "\($0)\r\n" }.joined() + (isComplete ? "\r\n" : "")
        try await channel.writeAndFlush(ByteBuffer(string: head)).get()
        return StreamConnection(channel: channel, lines: lines)
    }

    private init(channel: any Channel, lines: Lines) {
        self.channel = channel
        self.lines = lines
    }

    func close() async {
        try? await channel.close().get()
    }

    /// The number in the first line of the response.
    func status() async -> Int? {
        await lines.next().flatMap { $0.split(separator: " ").dropFirst().first.flatMap { Int($0) } }
    }

    /// Reads up to a line.
    ///
    /// - Returns: Whether there was one before the connection ended.
    func line(where isWanted: (String) -> Bool) async -> Bool {
        while let line = await lines.next() {
            if isWanted(line) { return true }
        }
        return false
    }

    /// The next event; `nil` once the connection has ended.
    func event() async throws -> Event? {
        var event = Event()
        while let line = await lines.next() {
            if let name = line.wholeMatch(of: /event: (.*)/)?.1 { event.name = String(name) }
            guard let data = line.wholeMatch(of: /data: (.*)/)?.1 else { continue }
            let json = try JSONSerialization.jsonObject(with: Data(data.utf8)) as? [String: Any]
            let changes = json?["changes"] as? [[String: Any]] ?? []
            event.page = json?["page"] as? String
            event.version = json?["version"] as? Int
            event.changed = changes.map { $0["id"] as? String ?? "" }
            event.link = changes.lazy.compactMap { $0["link"] as? String }.first
            return event
        }
        return nil
    }

    /// What arrives, line by line.
    private actor Lines {
        private let chunks: AsyncStream<String>
        private var text = ""
        private var isEnded = false

        static func make() -> (Lines, @Sendable () -> any ChannelHandler & Sendable) {
            let (chunks, continuation) = AsyncStream.makeStream(of: String.self)
            return (Lines(chunks), { Handler(continuation) })
        }

        init(_ chunks: AsyncStream<String>) {
            self.chunks = chunks
        }

        func next() async -> String? {
            while true {
                if let end = text.firstIndex(where: \.isNewline) {
                    defer { text = String(text[text.index(after: end)...]) }
                    return String(text[..<end])
                }
                var iterator = chunks.makeAsyncIterator()
                guard let chunk = await iterator.next() else { return nil }
                text += chunk
            }
        }
    }

    private final class Handler: ChannelInboundHandler, Sendable {
        typealias InboundIn = ByteBuffer

        private let continuation: AsyncStream<String>.Continuation

        init(_ continuation: AsyncStream<String>.Continuation) {
            self.continuation = continuation
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            continuation.yield(String(buffer: unwrapInboundIn(data)))
        }

        func channelInactive(context: ChannelHandlerContext) {
            continuation.finish()
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }
}

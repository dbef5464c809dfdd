#if NIO
public import FreshetCore
import Foundation
import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOPosix

/// A server for an inspector's page. It listens only on this machine.
public final class InspectorServer: Sendable {
    private let channel: any Channel
    private let routes: InspectorRoutes
    private let connections: OpenConnections

    fileprivate init(_ channel: any Channel, _ routes: InspectorRoutes, _ connections: OpenConnections) {
        (self.channel, self.routes, self.connections) = (channel, routes, connections)
    }

    /// The address of the page, including its token. Anyone who has it can read the inspector's
    /// data.
    public var address: String {
        "http://\(channel.localAddress?.ipAddress ?? "127.0.0.1"):\(channel.localAddress?.port ?? 0)/\(routes.access.token)/"
    }

    /// Stops listening, closes all connections, and resets the network settings made on the page.
    public func stop() async {
        try? await channel.close()
        await connections.closeAll()
        routes.end()
    }
}

extension Inspector {
    /// Starts a server for the page.
    ///
    /// - Parameters:
    ///   - port: The port on 127.0.0.1; 0 for any free port.
    ///   - time: The clock that measures how long settings last after the page has stopped sending
    ///     requests.
    /// - Returns: The server. It runs until ``InspectorServer/stop()``.
    /// - Throws: An error if the port can't be used.
    public func start(port: Int = 0, time: TimeSource = .system) async throws -> InspectorServer {
        let routes = InspectorRoutes(self, InspectorAccess(), time: time)
        let connections = OpenConnections()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    guard connections.add(channel) else { throw ChannelError.ioOnClosedChannel }
                    try channel.pipeline.syncOperations.configureHTTPServerPipeline(withPipeliningAssistance: true)
                    try channel.pipeline.syncOperations.addHandler(InspectorHandler(routes))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        return InspectorServer(channel, routes, connections)
    }
}

/// A channel handler that reads a request and writes the response from the routes.
private final class InspectorHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The maximum size of a request body. The page's forms are short.
    private static let bodyLimit = 16 << 10

    private let routes: InspectorRoutes
    private var head: HTTPRequestHead?
    private var body = Data()

    init(_ routes: InspectorRoutes) { self.routes = routes }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): (self.head, body) = (head, Data())
        case .body(let buffer):
            guard body.count + buffer.readableBytes <= Self.bodyLimit else { return context.close(promise: nil) }
            body.append(contentsOf: buffer.readableBytesView)
        case .end: respond(context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func respond(_ context: ChannelHandlerContext) {
        guard let head = head.take() else { return }
        // Exactly one Host field counts (RFC 9112 §3.2). It must name this machine: a site can point its own name here.
        let hosts = head.headers["Host"]
        let request = InspectorRequest(
            method: head.method.rawValue, target: head.uri, host: hosts.count == 1 ? hosts[0] : nil, body: body)
        let (routes, channel) = (routes, context.channel)
        Task {
            let response = await routes.respond(to: request)
            var headers = HTTPHeaders(response.fields)
            if !head.isKeepAlive { headers.add(name: "Connection", value: "close") }
            let answer = HTTPResponseHead(
                version: head.version, status: HTTPResponseStatus(statusCode: response.status), headers: headers)
            channel.write(HTTPServerResponsePart.head(answer), promise: nil)
            if head.method != .HEAD {
                channel.write(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: response.body))), promise: nil)
            }
            try? await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
            if !head.isKeepAlive { try? await channel.close() }
        }
    }
}

/// The open connections of a server, limited to a few.
private final class OpenConnections: Sendable {
    private static let limit = 64
    private let channels = Lock<[ObjectIdentifier: any Channel]>([:])

    /// Adds a connection. Returns `false` if there are too many.
    func add(_ channel: any Channel) -> Bool {
        let id = ObjectIdentifier(channel)
        let isAdded = channels.withLock { channels in
            guard channels.count < Self.limit else { return false }
            channels[id] = channel
            return true
        }
        guard isAdded else { return false }
        // Added outside the lock: for a channel that is already closed it runs at once, and the lock isn't reentrant.
        channel.closeFuture.whenComplete { [weak self] _ in self?.channels.withLock { _ = $0.removeValue(forKey: id) } }
        return true
    }

    func closeAll() async {
        for channel in channels.withLock({ Array($0.values) }) { try? await channel.close() }
    }
}
#endif

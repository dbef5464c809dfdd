import Foundation
import NIOCore
import NIOHTTP1
import NIOPosix

/// A web server for the bodies on loopback, in a separate process: nginx if it is installed, otherwise one of
/// SwiftNIO.
final class WebServer {
    let name: String
    let baseURL: String
    private let process: Process
    private let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "wire-bench-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for body in Body.allCases { try body.bytes().write(to: folder.appending(path: body.file)) }
        process = Process()
        let nginx = ["/usr/sbin/nginx", "/usr/bin/nginx", "/opt/homebrew/bin/nginx"].first {
            FileManager.default.isExecutableFile(atPath: $0)
        }
        let port = try Self.freePort()
        baseURL = "http://127.0.0.1:\(port)"
        if let nginx {
            name = "nginx"
            let file = folder.appending(path: "nginx.conf")
            try Self.configuration(folder: folder.path, port: port).write(to: file, atomically: true, encoding: .utf8)
            process.executableURL = URL(fileURLWithPath: nginx)
            process.arguments = ["-p", folder.path, "-c", file.path, "-e", folder.appending(path: "error.log").path]
        } else {
            name = "SwiftNIO"
            process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
            process.arguments = ["serve", folder.path, "\(port)"]
        }
        process.standardError = FileHandle.nullDevice
        try process.run()
    }

    func stop() {
        process.terminate()
        process.waitUntilExit()
        try? FileManager.default.removeItem(at: folder)
    }

    private static func configuration(folder: String, port: Int) -> String {
        """
        daemon off; worker_processes 1; pid \(folder)/nginx.pid;
        events { worker_connections 4096; }
        http {
            access_log off; sendfile on; tcp_nodelay on; keepalive_requests 100000000; etag off;
            open_file_cache max=16; types { application/json json; }
            client_body_temp_path \(folder)/t1; proxy_temp_path \(folder)/t2; fastcgi_temp_path \(folder)/t3;
            uwsgi_temp_path \(folder)/t4; scgi_temp_path \(folder)/t5;
            server { listen 127.0.0.1:\(port) backlog=4096; root \(folder); add_header Cache-Control "max-age=3600"; }
        }
        """
    }

    private static func freePort() throws -> Int {
        let channel = try ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .bind(host: "127.0.0.1", port: 0).wait()
        defer { try? channel.close().wait() }
        return channel.localAddress?.port ?? 0
    }

    /// Serves the files of a folder with SwiftNIO, instead of nginx.
    static func serve(folder: String, port: Int) async throws {
        var bodies: [String: ByteBuffer] = [:]
        for body in Body.allCases {
            let file = URL(fileURLWithPath: folder).appending(path: body.file)
            bodies["/\(body.file)"] = ByteBuffer(bytes: try Data(contentsOf: file))
        }
        let served = bodies
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup(numberOfThreads: 1))
            .serverChannelOption(.backlog, value: 4096)
            .childChannelInitializer { channel in
                channel.pipeline.configureHTTPServerPipeline().flatMap {
                    channel.pipeline.addHandler(Responder(bodies: served))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        try await channel.closeFuture.get()
    }

    private final class Responder: ChannelInboundHandler, Sendable {
        typealias InboundIn = HTTPServerRequestPart
        typealias OutboundOut = HTTPServerResponsePart

        let bodies: [String: ByteBuffer]

        init(bodies: [String: ByteBuffer]) { self.bodies = bodies }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .head(let request) = unwrapInboundIn(data) else { return }
            let path = request.uri.prefix { $0 != "?" }
            let body = bodies[String(path)] ?? ByteBuffer()
            let head = HTTPResponseHead(
                version: .http1_1, status: .ok,
                headers: [
                    "Content-Type": "application/json", "Content-Length": "\(body.readableBytes)",
                    "Cache-Control": "max-age=3600",
                ])
            context.write(wrapOutboundOut(.head(head)), promise: nil)
            context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil)
            context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        }
    }
}

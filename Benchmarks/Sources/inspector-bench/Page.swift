import Foundation
import Freshet
import NIOCore
import NIOPosix

/// The page of an inspector in a browser, as its script reads it: what is new, twice a second.
struct Page {
    private struct Address: Service {
        let baseURL: String
    }

    private struct Changes: Decodable, Sendable {
        let version: UInt64
    }

    private let task: Task<Void, Never>

    /// Opens the page at an address, once the first reading has succeeded.
    static func open(_ address: String) async throws -> Page {
        let client = Client(
            Address(baseURL: String(address.dropLast())), transport: AsyncHTTPClientTransport(), cache: nil)
        let first = try await client.value(for: Request<Address, Changes>("calls.json"))
        return Page(
            task: Task {
                var version = first.version
                while !Task.isCancelled {
                    let request = Request<Address, Changes>("calls.json").query("since", "\(version)")
                    version = (try? await client.value(for: request).version) ?? version
                    try? await Task.sleep(for: .milliseconds(500))
                }
            })
    }

    /// Reads everything several times.
    static func read(_ address: String, times: Int) async throws {
        let client = Client(
            Address(baseURL: String(address.dropLast())), transport: AsyncHTTPClientTransport(), cache: nil)
        for _ in 0..<times { _ = try await client.value(for: Request<Address, Changes>("calls.json")) }
    }

    func close() async {
        task.cancel()
        await task.value
    }
}

/// A connection that asks for everything, and reads nothing of it.
struct SilentReader {
    private let channel: any Channel

    static func open(_ address: String) async throws -> SilentReader {
        let parts = address.split(separator: "/").map(String.init)
        guard parts.count == 3, let port = parts[1].split(separator: ":").last.flatMap({ Int($0) }) else {
            throw ChannelError.unknownLocalAddress
        }
        let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(ChannelOptions.autoRead, value: false)
            .connect(host: "127.0.0.1", port: port).get()
        for _ in 0..<16 {
            let text = "GET /\(parts[2])/calls.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
            try await channel.writeAndFlush(ByteBuffer(string: text))
        }
        return SilentReader(channel: channel)
    }

    func close() async { try? await channel.close() }
}

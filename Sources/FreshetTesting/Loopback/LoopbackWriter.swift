#if NIO
import Foundation
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2
import NIOSSL

/// Writes the steps of a response to a connection, each after the previous one was sent.
struct LoopbackWriter: Sendable {
    let channel: any Channel
    let isHTTP2: Bool
    let ledger: LoopbackLedger
    /// Makes the connection close with its next request.
    let refuseNext: @Sendable () async throws -> Void

    func perform(_ steps: [LoopbackResponse.Step]) async {
        for step in steps {
            guard !Task.isCancelled, channel.isActive else { return }
            do { try await perform(step) } catch { return }
        }
    }

    /// Ends the response: over HTTP/2 its stream, over HTTP/1.1 the connection if the client requested that.
    func end(closes: Bool) async {
        guard channel.isActive, !Task.isCancelled else { return }
        if isHTTP2 {
            try? await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
        } else if closes {
            try? await channel.close()
        }
    }

    private func perform(_ step: LoopbackResponse.Step) async throws {
        switch step {
        case .head(let status, let headers):
            try await writeHead(status: status, headers: headers)
        case .interim(let status, let count, let headers):
            for _ in 0..<count { try await writeHead(status: status, headers: headers) }
        case .bytes(let data):
            try await write(data)
        case .chunk(let data):
            try await write(
                isHTTP2 ? data : Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8))
        case .lastChunk:
            if !isHTTP2 { try await write(Data("0\r\n\r\n".utf8)) }
        case .repeated(let data, let times):
            for _ in 0..<times {
                if Task.isCancelled { return }
                try await write(data)
            }
        case .forever(let steps):
            while !steps.isEmpty, !Task.isCancelled, channel.isActive {
                for step in steps { try await perform(step) }
            }
        case .pause(let duration):
            try await Task.sleep(for: duration)
        case .hold(let gate):
            await gate.wait()
        case .waitForClose:
            try? await channel.closeFuture.get()
        case .close:
            try await channel.close()
        case .closeConnection:
            try await (isHTTP2 ? channel.parent ?? channel : channel).close()
        case .cut:
            try await cut()
        case .reset:
            if let options = channel as? any SocketOptionProvider {
                try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
            }
            try await cut()
        case .closeWhenAskedAgain:
            try await refuseNext()
        }
    }

    /// Closes the socket below TLS, which would send its closure alert first.
    private func cut() async throws {
        let channel = channel
        try await channel.eventLoop.flatSubmit {
            let tls = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
            return tls?.close() ?? channel.close()
        }.get()
    }

    private func writeHead(status: Int, headers: [(String, String)]) async throws {
        if isHTTP2 {
            let names = headers.filter { !["transfer-encoding", "connection"].contains($0.0.lowercased()) }
            // SwiftNIO's types trap at invalid values.
            guard (100..<1000).contains(status) else { return try await writeFrame(status: status, headers: names) }
            let head = HTTPResponseHead(
                version: .http2, status: HTTPResponseStatus(statusCode: status), headers: HTTPHeaders(names))
            try await channel.writeAndFlush(HTTPServerResponsePart.head(head))
        } else {
            let reason = HTTPResponseStatus(statusCode: status).reasonPhrase
            let fields = headers.map { "\($0.0): \($0.1)\r\n" }.joined()
            try await write(Data("HTTP/1.1 \(status) \(reason)\r\n\(fields)\r\n".utf8))
        }
    }

    private func writeFrame(status: Int, headers: [(String, String)]) async throws {
        let fields = HPACKHeaders([(":status", "\(status)")] + headers.map { ($0.0.lowercased(), $0.1) })
        let channel = channel
        try await channel.eventLoop.flatSubmit {
            let frame = HTTP2Frame.FramePayload.headers(.init(headers: fields))
            let codec = try? channel.pipeline.syncOperations.context(
                handlerType: HTTP2FramePayloadToHTTP1ServerCodec.self)
            return codec?.writeAndFlush(NIOAny(frame)) ?? channel.close()
        }.get()
    }

    private func write(_ data: Data) async throws {
        let buffer = ByteBuffer(bytes: data)
        if isHTTP2 {
            try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer)))
        } else {
            try await channel.writeAndFlush(buffer)
        }
        ledger.change { $0.writtenBytes += data.count }
    }
}
#endif

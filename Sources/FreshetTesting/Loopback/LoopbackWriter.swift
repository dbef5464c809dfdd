#if NIO
import Foundation
import NIOCore
import NIOHPACK
import NIOHTTP1
import NIOHTTP2
import NIOSSL

/// Writes the steps of a response to a connection, each one after the previous one was sent.
struct LoopbackWriter: Sendable {
    let channel: any Channel
    let stream: HTTP2StreamID?
    let ledger: WatchedState<LoopbackLedger>
    /// Whether the request body hasn't been read yet.
    let readsLater: Bool
    /// Makes the connection close when the next request arrives on it.
    let refuseNext: @Sendable () async throws -> Void
    /// Lets the steps continue after the stream has ended.
    let noteEnd: @Sendable () async throws -> Void

    private var isHTTP2: Bool { stream != nil }

    func perform(_ response: LoopbackResponse) async {
        if isHTTP2, readsLater, !response.hasStep({ if case .stopReading = $0 { true } else { false } }) {
            try? await channel.setOption(.autoRead, value: true).get()
            channel.read()
        }
        var hasEnded = false
        for step in response.steps {
            guard !Task.isCancelled, channel.isActive || hasEnded else { return }
            do { try await perform(step) } catch { return }
            if isHTTP2, case .endStream = step { hasEnded = true }
        }
    }

    /// Ends the response: over HTTP/2 the stream, and over HTTP/1.1 the connection if the client
    /// requested that.
    func end(_ response: LoopbackResponse, closes: Bool) async {
        guard channel.isActive, !Task.isCancelled else { return }
        if isHTTP2 {
            guard !response.hasStep({ if case .endStream = $0 { true } else { false } }) else { return }
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
            try await cut(channel)
        case .reset:
            try await reset(channel)
        case .resetConnection:
            try await reset(channel.parent ?? channel)
        case .closeWhenAskedAgain:
            try await refuseNext()
        case .endStream, .resetStream, .goAway, .streamLimit, .frame, .stopReading:
            if let stream { try await perform(step, on: stream) }
        }
    }

    private func perform(_ step: LoopbackResponse.Step, on stream: HTTP2StreamID) async throws {
        switch step {
        case .endStream:
            try await noteEnd()
            try await channel.writeAndFlush(HTTPServerResponsePart.end(nil))
        case .resetStream(let code):
            try await write(.rstStream(HTTP2ErrorCode(code)))
        case .goAway(let last, let code):
            let last = last.map { HTTP2StreamID(Int32(clamping: max($0, 0))) } ?? stream
            try await writeToConnection(.goAway(lastStreamID: last, errorCode: HTTP2ErrorCode(code), opaqueData: nil))
        case .streamLimit(let limit):
            let setting = HTTP2Setting(parameter: .maxConcurrentStreams, value: Int(UInt32(clamping: limit)))
            try await writeToConnection(.settings(.settings([setting])))
        case .frame(let type, let flags, let other, let payload):
            try await writeFrame(type: type, flags: flags, stream: other ?? Int(stream), payload)
        case .stopReading:
            try await channel.setOption(.autoRead, value: false).get()
        default: break
        }
    }

    private func reset(_ channel: any Channel) async throws {
        if let options = channel as? any SocketOptionProvider {
            try await options.setSoLinger(linger(l_onoff: 1, l_linger: 0)).get()
        }
        try await cut(channel)
    }

    /// Closes the socket below the TLS handler, which would send a closure alert first.
    private func cut(_ channel: any Channel) async throws {
        try await channel.eventLoop.flatSubmit {
            let tls = try? channel.pipeline.syncOperations.context(handlerType: NIOSSLServerHandler.self)
            return tls?.close() ?? channel.close()
        }.get()
    }

    private func writeHead(status: Int, headers: [(String, String)]) async throws {
        if isHTTP2 {
            let names = headers.filter { !["transfer-encoding", "connection"].contains($0.0.lowercased()) }
            // SwiftNIO's types trap on invalid values.
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
        try await write(.headers(.init(headers: fields)))
    }

    /// Writes a frame payload below the codec that turns response parts into frames.
    private func write(_ frame: HTTP2Frame.FramePayload) async throws {
        let channel = channel
        try await channel.eventLoop.flatSubmit {
            let codec = try? channel.pipeline.syncOperations.context(
                handlerType: HTTP2FramePayloadToHTTP1ServerCodec.self)
            return codec?.writeAndFlush(NIOAny(frame)) ?? channel.close()
        }.get()
    }

    private func writeToConnection(_ frame: HTTP2Frame.FramePayload) async throws {
        try await channel.parent?.writeAndFlush(HTTP2Frame(streamID: .rootStream, payload: frame))
    }

    /// Writes a frame below the handler that validates what the server sends.
    private func writeFrame(type: UInt8, flags: UInt8, stream: Int, _ payload: Data) async throws {
        guard let connection = channel.parent else { return }
        if type == 4, flags == 0, stream == 0, !payload.isEmpty {
            return try await LoopbackSettings.write(ByteBuffer(bytes: payload), to: connection)
        }
        var frame = ByteBuffer()
        frame.writeInteger(UInt32(clamping: payload.count << 8) | UInt32(type))
        frame.writeInteger(flags)
        frame.writeInteger(UInt32(truncatingIfNeeded: stream))
        frame.writeBytes(payload)
        try await connection.eventLoop.flatSubmit { [frame] in
            let handler = try? connection.pipeline.syncOperations.context(handlerType: NIOHTTP2Handler.self)
            return handler?.writeAndFlush(NIOAny(frame)) ?? connection.close()
        }.get()
    }

    private func write(_ data: Data) async throws {
        let buffer = ByteBuffer(bytes: data)
        if isHTTP2 {
            try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(buffer)))
        } else {
            try await channel.writeAndFlush(buffer)
        }
        ledger.change { $0.counts.writtenBytes += data.count }
    }
}

extension LoopbackResponse {
    fileprivate func hasStep(_ isIt: (Step) -> Bool) -> Bool { steps.contains(where: isIt) }
}

extension HTTP2ErrorCode {
    fileprivate init(_ code: LoopbackResponse.HTTP2Code) { self.init(networkCode: Int(code.rawValue)) }
}
#endif

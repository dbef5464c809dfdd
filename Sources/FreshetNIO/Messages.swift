#if NIO
import AsyncHTTPClient
import Foundation
import FreshetCore
import HTTPTypes
import NIOCore
import NIOFoundationCompat
import NIOHTTP1

extension HTTPClientRequest {
    init(_ request: TransportRequest) throws(FetchError) {
        let head = request.head
        self.init(url: "\(head.scheme ?? "https")://\(head.authority ?? "")\(head.path ?? "/")")
        method = HTTPMethod(rawValue: head.method.rawValue)
        for field in head.headerFields { headers.add(name: field.name.rawName, value: field.value) }
        if head.headerFields[.acceptEncoding] == nil { headers.add(name: "Accept-Encoding", value: "gzip, deflate") }
        switch request.body {
        case nil:
            break
        case .bytes(let data):
            body = .bytes(ByteBuffer(data: data))
        case .stream(let length, let stream):
            body = .stream(UploadChunks(stream), length: length.map { .known(Int64($0)) } ?? .unknown)
        case .file(let url):
            let file = try UploadFile(url)
            body = .stream(UploadChunks(file.chunks()), length: .known(Int64(file.length)))
        }
    }

}

extension HTTPResponse {
    /// Copies a head; the fields of a coding that was decoded are left out, as they describe bytes nobody gets to see.
    init(_ response: HTTPClientResponse) {
        let coding = response.headers.first(name: "content-encoding")?.lowercased()
        let isDecoded = coding == "gzip" || coding == "x-gzip" || coding == "deflate"
        var fields = HTTPFields()
        fields.reserveCapacity(response.headers.count)
        for (name, value) in response.headers {
            guard let name = HTTPField.Name(name) else { continue }
            if isDecoded, name == .contentEncoding || name == .contentLength { continue }
            fields.append(HTTPField(name: name, value: value))
        }
        let status = Status(code: Int(response.status.code), reasonPhrase: response.status.reasonPhrase)
        self.init(status: status, headerFields: fields)
    }
}

/// Why the body of a request could not be read; its own type, so that nobody takes it for a failure of the network.
struct UploadError: Error {
    let underlying: any Error
}

/// The chunks of a request's body as buffers.
private struct UploadChunks: AsyncSequence, Sendable {
    let stream: AsyncThrowingStream<Data, any Error>

    init(_ stream: AsyncThrowingStream<Data, any Error>) {
        self.stream = stream
    }

    func makeAsyncIterator() -> Iterator { Iterator(base: stream.makeAsyncIterator()) }

    struct Iterator: AsyncIteratorProtocol {
        var base: AsyncThrowingStream<Data, any Error>.AsyncIterator

        mutating func next() async throws -> ByteBuffer? {
            do {
                return try await base.next(isolation: #isolation).map { ByteBuffer(data: $0) }
            } catch {
                throw UploadError(underlying: error)
            }
        }
    }
}

/// A file as the body of a request, read while it is sent.
private struct UploadFile {
    private let handle: FileHandle
    let length: Int

    init(_ url: URL) throws(FetchError) {
        do {
            handle = try FileHandle(forReadingFrom: url)
            length = Int(try handle.seekToEnd())
            try handle.seek(toOffset: 0)
        } catch {
            throw FetchError(.file("The file \(url.path) can't be read."), underlying: error)
        }
    }

    func chunks() -> AsyncThrowingStream<Data, any Error> {
        let handle = handle
        return AsyncThrowingStream {
            guard let data = try handle.read(upToCount: 64 << 10), !data.isEmpty else { return nil }
            return data
        }
    }
}

extension TimeAmount {
    init(_ duration: Duration) {
        let (seconds, attoseconds) = duration.components
        self = .nanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
    }
}
#endif

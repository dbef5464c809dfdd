import Benchmark
import Foundation
import Freshet
import FreshetTesting

/// Measures sending a form beside sending its raw bytes, and the progress reports of an upload.
func uploads() {
    let chunk = Data(count: 64 << 10)
    let client = Client(Bytes(), transport: reader, cache: nil, retry: .never)
    measure("64 MB of a stream, sent", tenTimes) {
        try await send(.stream(chunks(of: chunk, count: 1024)), by: client)
    }
    measure("64 MB of a stream, sent in a form", tenTimes) {
        try await send(.multipart([FormPart("file", .stream(chunks(of: chunk, count: 1024)))]), by: client)
    }
    let pieces = Client(Bytes(), transport: counter, cache: nil, retry: .never)
    measure("1000000 pieces sent", tenTimes) {
        try await send(.bytes(Data(count: 1)), by: pieces)
    }
    measure("1000000 pieces sent, with progress", tenTimes) {
        let request = request(.bytes(Data(count: 1))).onProgress { precondition($0.sent.bytes >= 0) }
        try await pieces.value(for: request)
    }
}

private struct Bytes: Service {
    let baseURL = "https://bytes.example"
}

private func request(_ body: RequestBody) -> Request<Bytes, Void> {
    Request("upload", method: .put, body: body, reading: .nothing)
}

private func send(_ body: RequestBody, by client: Client<Bytes>) async throws {
    try await client.value(for: request(body))
}

private func chunks(of chunk: Data, count: Int) -> AsyncThrowingStream<Data, any Error> {
    let countdown = Countdown(count)
    return AsyncThrowingStream { await countdown.next() ? chunk : nil }
}

private actor Countdown {
    private var left: Int

    init(_ count: Int) {
        left = count
    }

    func next() -> Bool {
        left -= 1
        return left >= 0
    }
}

/// A transport that reads the body of a request to its end.
private let reader = StubTransport { request in
    guard case .stream(_, let stream) = request.body else { return .status(400) }
    var (count, iterator) = (0, stream.makeAsyncIterator())
    while let chunk = try? await iterator.next(isolation: #isolation) { count += chunk.count }
    return .status(count >= 64 << 20 ? 204 : 400)
}

/// A transport that reports a million sent pieces for each request.
private let counter = StubTransport { request in
    for _ in 0..<1_000_000 { request.onSent?(1) }
    return .status(204)
}

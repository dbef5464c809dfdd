import Benchmark
import Foundation
import Freshet

/// Measures parsing an event stream, beside copying its bytes. Chunks have 16 KiB, as from a transport.
func eventStreams() {
    let comments = Data(String(repeating: ": \(String(repeating: "x", count: 77))\n", count: 16_000).utf8)
    let small = Data((0..<20_000).map { "data: {\"n\":\($0)}\n\n" }.joined().utf8)
    let long = Data(
        String(repeating: "id: 7\nevent: put\ndata: \(String(repeating: "x", count: 1_000))\n\n", count: 1_000).utf8)
    measure("1.28 MB of an event stream, copied", tenTimes) {
        precondition(copied(comments) == comments.count)
    }
    measure("1.28 MB of comments, parsed", tenTimes) {
        precondition(parsed(comments) == 0)
    }
    measure("20000 small events, parsed", tenTimes) {
        precondition(parsed(small) == 20_000)
    }
    measure("1000 events of 1 KB, parsed", tenTimes) {
        precondition(parsed(long) == 1_000)
    }
}

private func chunks(of data: Data) -> some Sequence<Data> {
    stride(from: 0, to: data.count, by: 16 << 10).lazy.map { data[$0..<min($0 + 16 << 10, data.count)] }
}

private func copied(_ data: Data) -> Int {
    var buffer = [UInt8](repeating: 0, count: 16 << 10)
    var count = 0
    for chunk in chunks(of: data) {
        buffer.withUnsafeMutableBytes { $0.copyBytes(from: chunk) }
        count += chunk.count
    }
    precondition(buffer[0] != 0)
    return count
}

private func parsed(_ data: Data) -> Int {
    var parser = ServerEventParser()
    var count = 0
    for chunk in chunks(of: data) {
        parser.append(chunk)
        while let event = try? parser.next() { count += event.value.isEmpty ? 0 : 1 }
    }
    return count
}

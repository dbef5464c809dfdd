import Benchmark
import Foundation
import Freshet
import FreshetTesting

/// Measures finding the next page of a list, beside calls for the same addresses, on a transport that responds at
/// once.
func pages() {
    let count = 1000
    let client = Client(Words(), transport: Endless(), cache: nil)
    measure("\(count) pages, each by a call", fewer) {
        for number in 1...count { blackHole(try await client.value(for: page(number))) }
    }
    measure("\(count) pages of a list", fewer) {
        var read = 0
        for try await page in client.pages(of: .links(page(1))).prefix(count) { read += page.value.count }
        precondition(read == 2 * count)
    }
}

private func page(_ number: Int) -> Request<Words, [String]> { Request("\(number)") }

/// A list without an end, whose pages name the next one in `Link`.
private struct Endless: Transport {
    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let number = request.head.path.flatMap { Int($0.dropFirst()) } ?? 0
        let response = StubTransport.Response(
            headers: [.contentType: "application/json", .init("Link")!: "</\(number + 1)>; rel=next"],
            chunks: [Data(#"["a","b"]"#.utf8)])
        return try await StubTransport { _ in response }.send(request)
    }
}

import Foundation
import FreshetCore
import FreshetInspector
import FreshetTesting
import HTTPTypes
import Testing

/// The memory of the log in the long run.
@Suite(.timeLimit(.minutes(10)))
struct LogMemoryTests {
    /// The memory of the process; 0 where it is not known.
    private func residentBytes() -> Int {
        // Thread Sanitizer keeps several bytes for each of the program's.
        guard dlsym(nil, "__tsan_init") == nil else { return 0 }
        let text = (try? String(contentsOfFile: "/proc/self/statm", encoding: .utf8)) ?? ""
        let pages = text.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
        return pages * 4096
    }

    @Test func afterVeryManyCallsTheMemoryIsThatAfterTenThousand() async throws {
        let bench = InspectorBench(InstantTransport())
        func call(_ count: Int) async throws {
            for number in 0..<count {
                _ = try await bench.client.value(for: Request<Shop, Data>("products/\(number)", reading: .data))
            }
        }
        try await call(TestLength.count(3_000, long: 10_000))
        let before = residentBytes()
        try await call(TestLength.count(5_000, long: 990_000))
        #expect(Double(residentBytes()) <= Double(before) * 1.05)
        #expect(bench.inspector.calls.count == 1_000)
    }
}

/// Responds at once, and remembers nothing.
private struct InstantTransport: Transport {
    private final class Body: TransportBody {
        private let isRead = Lock(false)

        func next() async throws(FetchError) -> Data? {
            isRead.withLock { isRead in
                defer { isRead = true }
                return isRead ? nil : Data("{}".utf8)
            }
        }

        func cancel() {}
    }

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        TransportResponse(head: .init(status: .ok), body: Body())
    }
}

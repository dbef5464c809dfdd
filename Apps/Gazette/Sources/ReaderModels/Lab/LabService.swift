import Foundation
import Freshet
import HTTPTypes

/// The service of the lab. It is part of the app, so that experiments load no server and work without a network.
struct LabService: Service {
    var baseURL: String { "https://lab.gazette.example" }
}

/// A server that takes its time, and refuses the first attempts where an experiment needs that.
struct LabTransport: Transport {
    private actor Counter {
        private var count = 0

        func next() -> Int {
            count += 1
            return count
        }
    }

    private actor Body: TransportBody {
        private var rest: Data?

        init(_ data: Data?) { rest = data }

        func next() async throws(FetchError) -> Data? {
            defer { rest = nil }
            return rest
        }

        nonisolated func cancel() {}
    }

    /// How long a response takes.
    static let latency = Duration.milliseconds(600)
    /// How many attempts are refused.
    private static let refusals = 2

    let time: TimeSource
    private let counter = Counter()

    init(time: TimeSource) { self.time = time }

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        do { try await time.sleep(time.now() + Self.latency) } catch { throw .cancelled }
        let path = request.head.path ?? ""
        var head = HTTPResponse(status: .ok, headerFields: [.contentType: "text/plain"])
        var data: Data? = Data("Hello".utf8)
        if path.hasPrefix("/retries"), await counter.next() <= Self.refusals {
            head.status = .serviceUnavailable
        } else if path.hasPrefix("/caching") {
            head.headerFields[.cacheControl] = "max-age=60"
            head.headerFields[.eTag] = "\"1\""
            if request.head.headerFields[.ifNoneMatch] != nil {
                head.status = .notModified
                data = nil
            }
        }
        return TransportResponse(head: head, body: Body(data))
    }
}

import Foundation
import Freshet
import FreshetInspector
import HTTPTypes

/// The service of the calls, which responds at once.
struct Shop: Service {
    let baseURL = "https://shop.example/v1"

    static func client(_ inspector: Inspector? = nil, observer: (any FetchObserver)? = nil) -> Client<Shop> {
        var configuration = ClientConfiguration(transport: InstantTransport(), cache: nil)
        if let inspector { configuration.plugins.append(inspector.plugin("shop")) }
        if let observer { configuration.observers.append(observer) }
        let client = Client(Shop(), configuration)
        inspector?.watch(client, named: "shop")
        return client
    }
}

extension Client<Shop> {
    /// Makes calls one after another.
    func call(_ count: Int) async throws {
        for number in 0..<count {
            _ = try await data(for: Request<Shop, Data>("products/\(number % 1_000)", reading: .data))
        }
    }
}

/// Receives events, and does nothing with them.
struct IdleObserver: FetchObserver {
    func observe(_ event: FetchEvent) {}
}

/// Responds at once, and remembers nothing.
private struct InstantTransport: Transport {
    private actor Body: TransportBody {
        private var rest: Data? = Data(#"{"name":"Tea","price":4.50}"#.utf8)

        func next() async throws(FetchError) -> Data? {
            defer { rest = nil }
            return rest
        }

        nonisolated func cancel() {}
    }

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let head = HTTPResponse(status: .ok, headerFields: [.contentType: "application/json"])
        return TransportResponse(head: head, body: Body())
    }
}

import Foundation
import FreshetCore
import HTTPTypes
import Synchronization

/// A program with a transport of its own, which links neither SwiftNIO nor FoundationNetworking.
struct FixedTransport: Transport {
    let text: String

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        TransportResponse(head: HTTPResponse(status: .ok), body: FixedBody(Data(text.utf8)))
    }
}

final class FixedBody: TransportBody {
    private let rest: Mutex<Data?>

    init(_ bytes: Data) {
        rest = Mutex(bytes)
    }

    func next() async throws(FetchError) -> Data? {
        rest.withLock { rest in
            defer { rest = nil }
            return rest
        }
    }

    func cancel() {
        rest.withLock { $0 = nil }
    }
}

struct Weather: Service {
    let baseURL = "https://weather.example/v1"
}

struct Forecast: Decodable, Sendable {
    let text: String
}

extension Request where API == Weather, Value == Forecast {
    static func forecast(for city: String) -> Self { Request("forecast/\(city)") }
}

let client = Client(Weather(), transport: FixedTransport(text: #"{"text":"Sun"}"#), cache: nil)
print("\(try await client.value(for: .forecast(for: "Lima")).text) from a transport of its own.")

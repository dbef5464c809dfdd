import Freshet
import FreshetTesting

struct Words: Service {
    var baseURL = "https://words.example"
    var credentials: Credentials?
}

/// A transport that responds at once and records nothing. A stub would record every request, which looks like a leak.
struct Echo: Transport {
    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        try await StubTransport { _ in .json(#"["a","b"]"#) }.send(request)
    }
}

import Freshet
import FreshetTesting

struct Words: Service {
    var baseURL = "https://words.example"
    var credentials: Credentials?
}

/// Responses at once and keeps nothing: a stub would keep every request, which looks like a leak.
struct Echo: Transport {
    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        try await StubTransport { _ in .json(#"["a","b"]"#) }.send(request)
    }
}

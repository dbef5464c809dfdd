import Freshet
import FreshetTesting

struct Words: Service {
    var baseURL = "https://words.example"
    var credentials: Credentials?
}

/// A transport that responds at once and records nothing. A stub would record every request, which looks like a leak.
struct Echo: Transport {
    var control = "no-store"

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse {
        let response = StubTransport.Response.json(#"["a","b"]"#, headers: [.cacheControl: control])
        return try await StubTransport { _ in response }.send(request)
    }
}

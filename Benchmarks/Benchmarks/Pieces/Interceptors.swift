import Benchmark
import Foundation
import Freshet

/// Measures the cost of interceptors that change nothing, and of a session.
///
/// Each row makes a thousand calls, one after another, on a transport that responds at once; in the last row the
/// responses are fresh in memory.
func interceptors() {
    measureCalls("without interceptors") { _ in }
    measureCalls("through 10 interceptors around the call") {
        $0.callInterceptors = Array(repeating: PassingOn(), count: 10)
    }
    measureCalls("through 10 interceptors around the attempt") {
        $0.attemptInterceptors = Array(repeating: PassingOn(), count: 10)
    }
    measureCalls("with a credential", Words(credentials: .bearer("token"))) { _ in }
    // The cost of a session is the difference to the row before.
    measureCalls("with a token that needs no renewal") { configuration in
        let token = StoredToken(account: "ann", token: "token", requested: .now)
        let session = AuthenticationSession(
            OneToken(), ClientConfiguration(transport: Echo(), cache: nil), store: MemoryTokenStore(token))
        configuration.authentication = .session(session)
    }
    measureCalls("served fresh from memory", control: "max-age=3600") { $0.cache = HTTPCache() }
}

/// Adds a benchmark of a thousand calls, one after another.
///
/// - Parameter reset: Called after each thousand, without being measured.
func measureCalls(
    _ name: String, _ words: Words = Words(), control: String = "no-store", reset: @escaping () -> Void = {},
    _ configure: @escaping (inout ClientConfiguration) -> Void
) {
    let count = 1000
    Benchmark("\(count) calls \(name)", configuration: fewer) { (benchmark, client: Client<Words>) in
        let request = Request<Words, [String]>("all")
        try await benchmark.timed {
            for _ in 0..<count { blackHole(try await client.value(for: request)) }
        }
        reset()
    } setup: {
        var configuration = ClientConfiguration(transport: Echo(control: control), cache: nil)
        configure(&configuration)
        let client = Client(words, configuration)
        _ = try await client.value(for: Request<Words, [String]>("all"))
        return client
    }
}

/// Puts the same token on each request.
private struct OneToken: Authenticator {
    func credentials(for token: String, on request: OutgoingRequest) -> [Credentials] { [.bearer(token)] }

    func lifetime(of token: String) -> Duration? { .seconds(3600) }
}

private struct PassingOn: Interceptor {
    func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        try await next(request)
    }
}

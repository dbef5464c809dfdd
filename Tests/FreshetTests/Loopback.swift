import Foundation
import Freshet
import FreshetTesting
import Testing

/// The service that a loopback server is to a test.
struct Loopback: Service {
    let baseURL: String
    var credentials: Credentials?
    var privateCredentials: Credentials?

    init(_ server: LoopbackServer, credentials: Credentials? = nil, privateCredentials: Credentials? = nil) {
        baseURL = server.baseURL
        self.credentials = credentials
        self.privateCredentials = privateCredentials
    }

    init(baseURL: String) {
        self.baseURL = baseURL
    }
}

extension Request where API == Loopback, Value == String {
    static func text(_ path: RequestPath, method: HTTPRequest.Method = .get, body: RequestBody? = nil) -> Self {
        Request(path, method: method, body: body, reading: .text)
    }
}

/// The transports that one suite of tests runs on.
enum Carrier: String, CaseIterable, CustomTestStringConvertible {
    case asyncHTTPClient, urlSession

    var testDescription: String { rawValue }

    /// Those that can stop a body in full flow. URLSession on Linux traps there now and then: see the suite about it.
    static var stoppingLargeBodies: [Carrier] {
        #if os(Linux)
        [.asyncHTTPClient]
        #else
        allCases
        #endif
    }

    /// Those that can read fields after a body. URLSession on Linux traps there: see the suite about it.
    static var readingTrailers: [Carrier] { stoppingLargeBodies }

    /// The transport that the whole process shares.
    var transport: any Transport {
        switch self {
        case .asyncHTTPClient: AsyncHTTPClientTransport.shared
        case .urlSession: URLSessionTransport.shared
        }
    }

    /// A client that tries once by default: most tests look at a single exchange.
    func client(
        for service: Loopback,
        limits: Limits = Limits(),
        retry: RetryPolicy = .never,
        observers: [any FetchObserver] = [],
        time: TimeSource = .system
    ) -> Client<Loopback> {
        Client(
            service, transport: transport, cache: nil, limits: limits, retry: retry, observers: observers, time: time)
    }
}

/// Runs a test with a server and stops it afterwards.
func withServer<Value>(
    tls: LoopbackServer.TLS? = nil,
    http2: Bool = false,
    clients: [Certificate] = [],
    socket: String? = nil,
    host: String = "127.0.0.1",
    _ handler: @escaping LoopbackServer.Handler,
    test: (LoopbackServer) async throws -> Value
) async throws -> Value {
    let server = try await LoopbackServer.start(
        tls: tls, http2: http2, clients: clients, socket: socket, host: host, handler: handler)
    do {
        let value = try await test(server)
        await server.stop()
        return value
    } catch {
        await server.stop()
        throw error
    }
}

/// Returns the error that a call ends with.
func failure<Value>(_ body: () async throws(FetchError) -> Value) async -> FetchError? {
    do throws(FetchError) {
        _ = try await body()
        return nil
    } catch {
        return error
    }
}

extension LoopbackRequest {
    /// The body as text.
    var bodyText: String { String(decoding: body, as: UTF8.self) }
}

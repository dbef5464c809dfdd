import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the comments about interceptors and plug-ins.

extension HTTPField.Name {
    static let timeLeft = HTTPField.Name("X-Time-Left")!
    static let shard = HTTPField.Name("X-Shard")!
}

enum ChainComments {
    struct TimeLeft: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            var request = request
            if let remaining = context.remaining {
                request.headers[.timeLeft] = "\(Int(remaining / .milliseconds(1)))"  // an app's own field
            }
            return try await next(request)
        }
    }

    struct Tenant: CallerIdentity {
        let name: String
        var cacheTexts: [String] { ["tenant \(name)"] }
    }

    struct Sharding: CancellableInterceptor {
        let shard: String

        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            var request = request
            request.headers[.shard] = shard
            return try await next(request)  // the only wait, which ends when the task is cancelled
        }
    }

    struct AskingAgain: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            let response = try await next(request)
            guard response.head.status == .misdirectedRequest else { return response }
            response.close()
            return try await next(request)
        }
    }

    struct Features: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            guard request.path == "/v1/features" else { return try await next(request) }
            return IncomingResponse(headers: [.contentType: "application/json"], body: Data(#"["search"]"#.utf8))
        }
    }

    struct Metric: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            guard request.isForService else { return try await next(request) }
            var request = request
            request.append(["units": "metric"])
            return try await next(request)
        }
    }

    struct Backup: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            guard request.isForService, context.attempt > 1 else { return try await next(request) }
            var request = request
            try request.setOrigin("https://backup.weather.example")
            return try await next(request)
        }
    }

    final class Languages: ClientPlugin {
        func prepare(_ request: inout OutgoingRequest, at date: Date) {
            request.headers[.acceptLanguage] = Locale.preferredLanguages.prefix(3).joined(separator: ", ")
        }
    }

    static func inTheLanguageOfTheUser() -> Client<Weather> {
        var configuration = ClientConfiguration.platform
        configuration.plugins.append(Languages())
        let weather = Client(Weather(), configuration)
        return weather
    }
}

@Suite(.timeLimit(.minutes(1)))
struct ChainCommentTests {
    private static let rain = StubTransport.Response.json(#"{"text":"Rain"}"#)

    private func client(_ stub: StubTransport, _ interceptors: any Interceptor...) -> Client<Weather> {
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.retry = RetryPolicy(base: .zero)
        configuration.attemptInterceptors = interceptors
        return Client(Weather(), configuration)
    }

    @Test func fieldsAndItemsAreAdded() async throws {
        let stub = StubTransport { _ in Self.rain }
        let weather = client(
            stub, ChainComments.Sharding(shard: "7"), ChainComments.Metric(), ChainComments.TimeLeft())
        _ = try await weather.value(for: .forecast(for: "Oslo").timeout(.seconds(60)))
        let head = stub.requests[0].head
        #expect(head.headerFields[.shard] == "7" && head.path?.hasSuffix("?units=metric") == true)
        #expect(head.headerFields[.timeLeft].flatMap { Int($0) }.map { $0 <= 60_000 } == true)
    }

    @Test func aMisdirectedRequestIsSentAgain() async throws {
        let count = Lock(0)
        let stub = StubTransport { _ in
            count.withLock { count in
                count += 1
                return count == 1 ? .status(421) : Self.rain
            }
        }
        let weather = client(stub, ChainComments.AskingAgain())
        #expect(try await weather.value(for: .forecast(for: "Oslo")).text == "Rain")
        #expect(stub.requests.count == 2)
    }

    @Test func theBackupIsAskedSecond() async throws {
        let stub = StubTransport { $0.head.authority == "weather.example" ? .status(503) : Self.rain }
        let weather = client(stub, ChainComments.Backup())
        #expect(try await weather.value(for: .forecast(for: "Oslo")).text == "Rain")
        #expect(stub.requests.map(\.head.authority) == ["weather.example", "backup.weather.example"])
    }

    @Test func featuresNeedNoServer() async throws {
        let stub = StubTransport { _ in Self.rain }
        let weather = client(stub, ChainComments.Features())
        #expect(try await weather.value(for: Request<Weather, [String]>("features")) == ["search"])
        #expect(stub.requests.isEmpty)
    }
}

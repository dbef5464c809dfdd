import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import NIOConcurrencyHelpers
import NewsAPI
import Testing

@testable import GazetteWeb
@testable import ReaderStorage

/// The budget of requests that all processes share.
@Suite(.timeLimit(.minutes(1)))
struct RequestBudgetTests {
    private let time = NIOLockedValueBox(StoreHome.start)
    private let sent = NIOLockedValueBox(0)

    /// A client with a budget, as a process has it.
    private func client(
        _ visitors: Visitors, perDay limit: Int, cacheStatus: String? = nil
    ) throws -> Client<NewsAPI> {
        let stub = StubTransport { [sent] _ in
            sent.withLockedValue { $0 += 1 }
            var headers: HTTPFields = [.contentType: "application/json"]
            if let cacheStatus, let name = HTTPField.Name("X-Cache-Status") { headers[name] = cacheStatus }
            return StubTransport.Response(
                headers: headers, chunks: [Data(#"{"status":"ok","totalResults":0,"articles":[]}"#.utf8)])
        }
        let budget = RequestBudget(of: "newsapi", perDay: limit) { [time] in time.withLockedValue { $0 } }
        budget.count(in: visitors.store.database)
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.retry = .never
        configuration.attemptInterceptors = [budget]
        return Client(NewsAPI(apiKey: "any"), configuration)
    }

    /// Asks for headlines. Equal requests at the same time would be sent once.
    private func ask(_ client: Client<NewsAPI>, _ query: String = "any") async -> FetchError? {
        do throws(FetchError) {
            _ = try await client.value(for: .topHeadlines(country: .us, query: query))
            return nil
        } catch {
            return error
        }
    }

    @Test(arguments: StoreHome.Kind.available)
    func allProcessesTogetherSendNoMoreThanTheBudget(_ kind: StoreHome.Kind) async throws {
        try await StoreHome.with(kind) { home in
            let visitors = [try await home.open(), try await home.open()]
            let clients = try visitors.map { try client($0, perDay: 10) }
            let refused = await withTaskGroup(of: Bool.self) { group in
                for number in 0..<30 { group.addTask { await ask(clients[number % 2], "\(number)") != nil } }
                return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
            }
            #expect(refused == 20 && sent.withLockedValue { $0 } == 10)
            let budget = try #require(clients[1].configuration.attemptInterceptors.first as? any Inspectable)
            let facts = await budget.inspectedPart.facts
            #expect(facts.map(\.value) == ["newsapi", "10 of 10"])
            let error = try #require(await ask(clients[0]))
            #expect(error.status == .tooManyRequests)
            // Until midnight of UTC.
            let rest = StoreHome.start.timeIntervalSince1970.truncatingRemainder(dividingBy: 86_400)
            #expect(error.retryAfter == .seconds(86_400 - rest))
            time.withLockedValue { $0 += 86_400 - rest }
            #expect(await ask(clients[1]) == nil)
        }
    }

    @Test(arguments: ["HIT", "STALE", "UPDATING"])
    func whatACacheInFrontOfTheServiceRespondsIsNotCounted(_ status: String) async throws {
        try await StoreHome.with(.sqlite) { home in
            let client = try client(try await home.open(), perDay: 1, cacheStatus: status)
            for _ in 0..<3 { #expect(await ask(client) == nil) }
        }
    }

    @Test(arguments: ["MISS", "EXPIRED", "REVALIDATED", "BYPASS"])
    func whatTheServiceItselfRespondsIsCounted(_ status: String) async throws {
        try await StoreHome.with(.sqlite) { home in
            let client = try client(try await home.open(), perDay: 1, cacheStatus: status)
            #expect(await ask(client) == nil)
            #expect(await ask(client) != nil)
        }
    }

    @Test func withoutADatabaseNothingIsCounted() async throws {
        let budget = RequestBudget(of: "newsapi", perDay: 1)
        var configuration = ClientConfiguration(
            transport: StubTransport { _ in .json(#"{"status":"ok","totalResults":0,"articles":[]}"#) }, cache: nil)
        configuration.attemptInterceptors = [budget]
        let client = Client(NewsAPI(apiKey: "any"), configuration)
        for _ in 0..<3 { #expect(await ask(client) == nil) }
    }
}

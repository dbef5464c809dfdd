import Emulator
import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import HackerNews
import Hummingbird
import HummingbirdTesting
import JSONPlaceholder
import NIOCore
import NewsAPI
import ReaderModels
import TMDb
import Testing
import TheMealDB

@testable import FeedEngine
@testable import GazetteWeb
@testable import Hosts

/// The web app without a socket, on clients whose responses the test chooses.
enum Site {
    struct ReceivedResponse {
        let status: Int
        let headers: HTTPFields
        let text: String

        /// How often a text occurs.
        func count(of part: String) -> Int { text.components(separatedBy: part).count - 1 }
    }

    /// Clients that all use one transport.
    static func clients(
        _ transport: any Transport, newsKey: String = "any", cache: HTTPCache? = nil, time: TimeSource = .system,
        plugins: [any ClientPlugin] = []
    ) -> ReaderClients {
        var plain = ClientConfiguration(transport: transport, cache: nil)
        plain.plugins = plugins
        var timed = plain
        timed.time = time
        var news = timed
        news.cache = cache
        news.retry = .never
        return ReaderClients(
            news: Client(NewsAPI(apiKey: newsKey), news), movies: Client(TMDb(.token("any")), plain),
            hackerNews: Client(HackerNews(), timed), hackerNewsSearch: Client(HackerNewsSearch(), plain),
            meals: Client(TheMealDB(), plain), people: Client(JSONPlaceholder(), plain))
    }

    /// Runs a body with the site, whose requests go to an address as a browser on this machine sends them.
    ///
    /// Pages are sent as a whole, and each is made anew: how fast this machine is does not matter.
    static func run(
        _ configuration: WebConfiguration, _ body: @Sendable (@escaping Get) async throws -> Void
    ) async throws {
        var configuration = configuration
        configuration.shellTimeout = .infinity
        configuration.editionLifetime = .zero
        let application = Application(router: try await WebServer(configuration).router())
        try await application.test(.live) { client in
            try await body { path, headers in
                try await client.execute(uri: path, method: .get, headers: headers) { response in
                    ReceivedResponse(
                        status: response.status.code, headers: response.headers,
                        text: String(buffer: response.body))
                }
            }
        }
    }

    /// Runs a body with the site on the emulator and a function that posts forms, from its own page or from a foreign
    /// one.
    static func posting(
        _ body:
            @Sendable (
                @escaping @Sendable (_ path: String, _ form: String, _ site: String) async throws -> ReceivedResponse
            )
            async throws -> Void
    ) async throws {
        var configuration = WebConfiguration(clients: clients(StubTransport { _ in .json("{}") }))
        configuration.shellTimeout = .infinity
        let application = Application(router: try await WebServer(configuration).router())
        try await application.test(.live) { client in
            try await body { path, form, site in
                // swift-format-ignore: NeverForceUnwrap
                let headers: HTTPFields = [
                    .contentType: "application/x-www-form-urlencoded", HTTPField.Name("Sec-Fetch-Site")!: site,
                ]
                return try await client.execute(
                    uri: path, method: .post, headers: headers, body: ByteBuffer(string: form)
                ) { response in
                    ReceivedResponse(
                        status: response.status.code, headers: response.headers,
                        text: String(buffer: response.body))
                }
            }
        }
    }

    typealias Get = @Sendable (_ path: String, _ headers: HTTPFields) async throws -> ReceivedResponse

    /// Runs a body with the site on the emulator.
    static func onEmulator(
        newsKey: String = "any", _ change: (inout WebConfiguration) -> Void = { _ in },
        _ body: @Sendable (@escaping Get) async throws -> Void
    ) async throws {
        try await withEmulator(newsKey: newsKey) { configuration in
            var configuration = configuration
            change(&configuration)
            try await run(configuration, body)
        }
    }

    /// Runs a body with a configuration that leads to an emulator.
    static func withEmulator(
        newsKey: String = "any", plugins: [any ClientPlugin] = [], _ body: (WebConfiguration) async throws -> Void
    ) async throws {
        var emulated = EmulatorConfiguration()
        let isKnown = emulated.startTime(at: "2026-03-14T15:09:26Z")
        #expect(isKnown)
        emulated.feedOrigin = Emulator.feedOrigin
        let emulator = try await Emulator(emulated).start()
        let routes = Emulator.origins.map { ($0, "http://127.0.0.1:\(emulator.port)") }
        let transport = try RoutingTransport(DefaultTransport.shared, routes: Dictionary(uniqueKeysWithValues: routes))
        var configuration = WebConfiguration(clients: clients(transport, newsKey: newsKey, plugins: plugins))
        configuration.pictures = PictureSource(trusted: Set(Emulator.origins), transport: transport)
        configuration.feeds = FeedSource(
            trusted: Set(Emulator.origins), transport: transport, cache: MemoryCacheStore(),
            plugins: plugins)
        do {
            try await body(configuration)
        } catch {
            await emulator.stop()
            throw error
        }
        await emulator.stop()
    }

    /// Runs a body with the site on one response to every request.
    static func onResponse(
        _ response: StubTransport.Response, _ body: @Sendable (@escaping Get) async throws -> Void
    ) async throws {
        let stub = StubTransport { _ in response }
        var configuration = WebConfiguration(clients: clients(stub))
        configuration.pictures = PictureSource(trusted: [], transport: stub)
        try await run(configuration, body)
    }
}

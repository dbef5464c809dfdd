import Emulator
import Freshet
import FreshetTesting
import HTTPTypes
import HackerNews
import NIOConcurrencyHelpers
import NewsAPI
import ReaderModels
import TMDb
import Testing

/// The clients of an app, by its settings.
struct ReaderClientsTests {
    private let asked = NIOLockedValueBox<[String]>([])

    private var transport: StubTransport {
        StubTransport { [asked] request throws(FetchError) in
            let fields = request.head.headerFields
            let key = fields[HTTPField.Name("X-Api-Key")!] ?? fields[.authorization] ?? ""
            asked.withLockedValue {
                $0.append("\(request.head.scheme ?? "")://\(request.head.authority ?? "") \(key)")
            }
            return .status(404)
        }
    }

    private func ask(_ settings: ReaderSettings) async throws -> [String] {
        let clients = try ReaderClients(settings, base: transport, cache: nil)
        _ = try? await clients.news.value(for: .sources(country: nil))
        _ = try? await clients.movies.value(for: .movies(.popular))
        _ = try? await clients.hackerNews.value(for: .list(.top))
        return asked.withLockedValue { $0 }
    }

    @Test func everyOriginOfTheEmulatorIsLedThere() {
        #expect(Set(ReaderClients.emulatedOrigins) == Set(Emulator.origins))
        #expect(ReaderClients.emulatedOrigins.count == Emulator.origins.count)
    }

    @Test func withoutKeysTheEmulatorIsAsked() async throws {
        #expect(
            try await ask(ReaderSettings(environment: [:])) == [
                "http://127.0.0.1:8080 emulator", "http://127.0.0.1:8080 Bearer emulator", "http://127.0.0.1:8080 ",
            ])
    }

    @Test func aKeyLeadsToItsServiceItself() async throws {
        let settings = ReaderSettings(environment: [
            "TMDB_KEY": "token", "NEWSAPI_KEY": "", "GAZETTE_EMULATOR": "http://localhost:9",
        ])
        #expect(
            try await ask(settings) == [
                "http://localhost:9 emulator", "https://api.themoviedb.org Bearer token", "http://localhost:9 ",
            ])
    }

    @Test func liveAsksEverybodyAndInventsNoKey() async throws {
        let settings = ReaderSettings(environment: ["GAZETTE_LIVE": "1"])
        #expect(
            try await ask(settings) == [
                "https://newsapi.org ", "https://api.themoviedb.org ", "https://hacker-news.firebaseio.com ",
            ])
    }

    @Test func anAddressThatIsNoneIsRefused() {
        var settings = ReaderSettings()
        settings.emulator = "here"
        #expect(throws: FetchError.self) { try ReaderClients(settings) }
    }
}

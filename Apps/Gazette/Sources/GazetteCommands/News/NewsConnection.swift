import Emulator
import Foundation
import Freshet
import NewsAPI

/// A client of the news service, connected to whoever is to answer.
struct NewsConnection {
    let client: Client<NewsAPI>
    private let emulator: RunningEmulator?

    /// Who answers.
    enum Answerer: Equatable {
        case emulator
        case address(String)
        case service

        /// Decides by flags first, then by what is configured.
        init(_ options: ServiceOptions, _ settings: Settings) {
            if options.emulator {
                self = .emulator
            } else if let address = options.baseURL ?? (options.live ? nil : settings.newsBaseURL) {
                self = .address(address)
            } else if options.live || settings.isLive || settings.newsKey != nil {
                self = .service
            } else {
                self = .emulator
            }
        }
    }

    /// Runs a body with a connection, and ends what was started for it.
    static func with<Value>(
        _ options: ServiceOptions, _ body: (Client<NewsAPI>) async throws -> Value
    ) async throws -> Value {
        let connection = try await NewsConnection(options, try await Settings.load())
        do {
            let value = try await body(connection.client)
            await connection.close()
            return value
        } catch {
            await connection.close()
            throw error
        }
    }

    private init(_ options: ServiceOptions, _ settings: Settings) async throws {
        var limits = Limits()
        let timeout = Duration.seconds(options.timeout ?? settings.timeout ?? 30)
        limits.callTimeout = timeout
        limits.idleTimeout = timeout
        let observers: [any FetchObserver] = options.verbose ? [StepPrinter()] : []

        switch Answerer(options, settings) {
        case .service:
            emulator = nil
            client = Client(NewsAPI(apiKey: settings.newsKey), limits: limits, observers: observers)
        case .address(let address):
            emulator = nil
            let service = NewsAPI(apiKey: settings.newsKey, baseURL: Self.completed(address))
            client = Client(service, limits: limits, observers: observers)
        case .emulator:
            let emulator = try await Emulator().start()
            let routes = Dictionary(
                uniqueKeysWithValues: Emulator.origins.map { ($0, "http://127.0.0.1:\(emulator.port)") })
            let transport = try RoutingTransport(DefaultTransport.shared, routes: routes)
            // The emulator takes every key that stands for no trouble.
            let service = NewsAPI(apiKey: settings.newsKey ?? "emulator")
            client = Client(service, transport: transport, limits: limits, observers: observers)
            self.emulator = emulator
        }
    }

    private func close() async {
        await emulator?.stop()
    }

    /// Adds the service's path to an address that has none.
    static func completed(_ address: String) -> String {
        guard let scheme = address.range(of: "://"),
            address[scheme.upperBound...].drop(while: { $0 != "/" }).allSatisfy({ $0 == "/" })
        else { return address }
        return address.hasSuffix("/") ? "\(address)v2" : "\(address)/v2"
    }
}

/// Prints each step of each call to standard error.
private struct StepPrinter: FetchObserver {
    func observe(_ event: FetchEvent) {
        let milliseconds = Int(event.elapsed / .milliseconds(1))
        Output.note(TerminalText.clean("[\(event.call)] \(milliseconds) ms \(text(of: event))"))
    }

    private func text(of event: FetchEvent) -> String {
        switch event.step {
        case .started: "\(event.request)"
        case .attempt(let number): "request \(number) sent"
        case .redirect(let status, let target): "redirected (\(status)) to \(target)"
        case .head(let status): "status \(status)"
        case .body(let bytes): "\(bytes) bytes received"
        case .decoded: "decoded"
        case .finished: "finished"
        case .failed(let error): "failed: \(error)"
        case .cancelled: "cancelled"
        }
    }
}

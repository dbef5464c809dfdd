import ArgumentParser
import Foundation
import Freshet
import FreshetInspector
import FreshetTelemetry
import GazetteWeb
import Hosts
import Logging
import ReaderModels
import ReaderStorage
import WebTelemetry

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the reader as a web app.",
        usage: """
            gazette serve
            gazette serve --port 9000 --open
            gazette serve --telemetry
            """,
        discussion: """
            It prints its address when it is ready, and runs until it is stopped. With --telemetry, it also prints the \
            address of its metrics, and sends spans to the collector at OTEL_EXPORTER_OTLP_ENDPOINT.
            """
    )

    @Option(help: "The port to listen on; 0 chooses a free one.")
    var port = 8080

    @Option(help: "The address to listen on.")
    var host = "127.0.0.1"

    @Option(
        name: .customLong("public-host"),
        help: ArgumentHelp(
            "Also respond to this host name, under which a proxy serves Gazette (default: GAZETTE_PUBLIC_HOST).",
            valueName: "name"))
    var publicHosts: [String] = []

    @Option(
        name: .customLong("trusted-proxies"),
        help: ArgumentHelp(
            "Trust these proxies' reports about clients, such as 127.0.0.1,10.0.0.0/8 (default: GAZETTE_TRUSTED_PROXIES).",
            discussion: "They must set X-Forwarded-For or Forwarded (RFC 7239), so that clients can't.",
            valueName: "addresses"))
    var trustedProxies: String?

    @Option(
        help: ArgumentHelp(
            "Set a cookie with this name, by which a proxy routes to this process (default: GAZETTE_PROCESS).",
            valueName: "name"))
    var process: String?

    @OptionGroup var accounts: AccountOptions

    @Flag(name: .customLong("next-port"), help: "Use the next free port if this one is in use.")
    var takesNextPort = false

    @Option(
        help: ArgumentHelp(
            "Keep what visitors read and save in this folder (default: GAZETTE_DATA, or Gazette's own folder).",
            valueName: "folder"),
        completion: .directory)
    var data: String?

    @Option(
        help: ArgumentHelp(
            "Keep it in this PostgreSQL database instead, which processes can share (default: GAZETTE_DATABASE).",
            discussion: "A password is safer in GAZETTE_DATABASE or ~/.pgpass: other users can see the arguments.",
            valueName: "postgres://…"))
    var database: String?

    @Flag(help: "Open the address in the browser.")
    var open = false

    @Option(
        name: .customLong("max-pages"),
        help: "The most open pages; another one closes the page that has been without a reader for longest.")
    var pageLimit = 4000

    @Option(
        name: .customLong("keep-pages"),
        help: ArgumentHelp("Keep a page for this long after its reader has left.", valueName: "seconds"))
    var grace = 20

    @Option(name: .customLong("max-streams"), help: "The most browsers with live updates.")
    var streamLimit = 4000

    @Option(
        name: .customLong("max-streams-per-address"),
        help: "The same per client address; all clients of an untrusted proxy share one.")
    var streamLimitPerAddress = 100

    @Option(
        name: .customLong("telemetry"), defaultAsFlag: TelemetryAddress.standard.description, parsing: .next,
        help: ArgumentHelp(
            "Measure and trace requests, with metrics for Prometheus at this address (optional).",
            valueName: "address:port"))
    var telemetryAddress: String?

    @Flag(
        name: .customLong("inspect"),
        help: "Show each request and why it was sent, at a local address that is printed.")
    var inspects = false

    /// How the log is written.
    enum LogFormat: String, ExpressibleByArgument, CaseIterable {
        case text, json
    }

    @Option(
        name: .customLong("log-format"),
        help: """
            Write the log as lines of text or of JSON objects. With --verbose, it has one line per request.
            """)
    var logFormat = LogFormat.text

    @OptionGroup var service: ServiceOptions

    func validate() throws {
        if let telemetryAddress, TelemetryAddress(telemetryAddress) == nil {
            throw ValidationError(
                "The value of --telemetry must be an address and a port, such as \(TelemetryAddress.standard).")
        }
        guard (0...65_535).contains(port) else { throw ValidationError("The value of --port must be 0 to 65535.") }
        guard pageLimit > 0, streamLimit > 0, streamLimitPerAddress > 0 else {
            throw ValidationError("Limits must be 1 or more.")
        }
        guard trustedProxies.map({ TrustedProxies($0) != nil }) != false else {
            throw ValidationError(
                "The value of --trusted-proxies must be addresses and ranges, such as 127.0.0.1,10.0.0.0/8.")
        }
        guard process.map({ ProcessName($0) != nil }) != false else {
            throw ValidationError("The value of --process must be \(SettingName.Kind.process.expectation).")
        }
        guard data == nil || database == nil else {
            throw ValidationError("--data can't be combined with --database.")
        }
        // The value is not repeated: it may contain a password.
        guard database.map(SharedDatabase.isAddress) != false else {
            throw ValidationError(
                "The value of --database must begin with postgres://, as in postgres://user@host/name.")
        }
        guard grace >= 0 else { throw ValidationError("The value of --keep-pages must be 0 or more.") }
    }

    func run() async throws {
        if logFormat == .json { Console.current.logJSON() }
        let logger = makeLogger()
        let settings = try await Settings.load()
        let telemetry = try makeTelemetry(settings.traces, logger)
        let inspector = inspects ? Inspector() : nil
        let budgets = settings.requestsPerDay.reduce(into: [:]) { budgets, limit in
            budgets[limit.key] = RequestBudget(of: limit.key.settingsName, perDay: limit.value)
        }
        try await Connection.with(
            service, for: ReaderService.allCases, settings: settings,
            plugins: telemetry.map { [Self.plugin(for: $0)] } ?? [], inspector: inspector, budgets: budgets
        ) { connection in
            var configuration = WebConfiguration(
                clients: ReaderClients(
                    news: connection.news, movies: connection.movies, hackerNews: connection.hackerNews,
                    hackerNewsSearch: connection.hackerNewsSearch, meals: connection.meals, people: connection.people))
            configuration.host = host
            let names = publicHosts.isEmpty ? connection.publicHosts : publicHosts
            configuration.publicHosts = Set(names.map { $0.lowercased() })
            configuration.trustedProxies =
                (trustedProxies ?? connection.trustedProxies).flatMap { TrustedProxies($0) } ?? .none
            configuration.process = (process ?? connection.process).flatMap { ProcessName($0) }
            configuration.accounts = try accounts.settings(
                settings, configuration.trustedProxies, emulator: connection.emulatorAddress)
            configuration.port = port
            configuration.dataFolder = dataFolder(connection)
            configuration.database = try await sharedDatabase(connection)
            configuration.budgets = Array(budgets.values)
            configuration.telemetry = telemetry
            configuration.pageLimit = pageLimit
            configuration.grace = grace
            configuration.streamLimit = streamLimit
            configuration.streamLimitPerAddress = streamLimitPerAddress
            configuration.pictures = connection.pictures()
            configuration.feeds = connection.feeds
            configuration.sampleFeeds = connection.sampleFeeds
            let emulated = ReaderService.allCases.filter { connection.host(for: $0) == .emulator }
            if !emulated.isEmpty {
                configuration.serviceNote =
                    emulated.count == ReaderService.allCases.count
                    ? "All services are emulated, and their content is invented."
                    : "Emulated, with invented content: \(emulated.map(\.title).joined(separator: ", "))."
            }
            let inspection = try await inspector?.start()
            try await serve(configuration, logger, inspection)
        }
    }

    private func makeLogger() -> Logger {
        let provider = telemetryAddress == nil ? nil : WebTelemetry.logMetadata
        var logger = Logger(label: "gazette") { [logFormat] label in
            switch logFormat {
            case .text: StreamLogHandler.standardError(label: label, metadataProvider: provider)
            case .json: JSONLogHandler(metadataProvider: provider)
            }
        }
        logger.logLevel = service.verbose ? .info : .warning
        return logger
    }

    private func makeTelemetry(_ settings: TraceSettings, _ logger: Logger) throws -> WebTelemetry? {
        guard let address = telemetryAddress.flatMap({ TelemetryAddress($0) }) else { return nil }
        do {
            return try WebTelemetry(at: address, settings, version: Version.number, logger: logger)
        } catch {
            throw Failure(.usage, error.description)
        }
    }

    /// Returns the plug-in by which clients report their calls.
    private static func plugin(for telemetry: WebTelemetry) -> Telemetry {
        var configuration = Telemetry.Configuration()
        configuration.tracer = telemetry.tracer
        configuration.metrics = telemetry.metrics
        configuration.knownMethods = telemetry.knownMethods
        return Telemetry(configuration)
    }

    private func dataFolder(_ connection: Connection) -> DataFolder? {
        guard let path = data ?? connection.dataFolder else { return .standard(in: Console.current.environment) }
        return DataFolder(URL(filePath: path, directoryHint: .isDirectory))
    }

    /// Opens the database, unless there is none or the option names a folder.
    private func sharedDatabase(_ connection: Connection) async throws -> SharedDatabase? {
        guard let address = database ?? (data == nil ? connection.database : nil) else { return nil }
        do throws(SharedDatabase.Failure) {
            return try await SharedDatabase.open(address)
        } catch {
            throw Failure(error.isInvalidAddress ? .usage : .unavailable, error.description)
        }
    }

    private func serve(
        _ configuration: WebConfiguration, _ logger: Logger, _ inspection: InspectorServer?
    ) async throws {
        var configuration = configuration
        while true {
            do {
                try await WebServer(configuration, logger: logger).run { [host, open] port, telemetry in
                    let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
                    Self.say("Gazette is at \(address)")
                    if let inspection { Self.say("Its requests are at \(inspection.address)") }
                    if let telemetry { Self.say("Metrics are at http://\(telemetry)/metrics") }
                    if open { Browser.open(address) }
                }
                return
            } catch let error as WebTelemetry.Unavailable {
                throw Failure(
                    .unavailable,
                    Self.isTaken(error.reason)
                        ? "The port of \(error.address) is in use.\nChoose another address for --telemetry."
                        : "Metrics can't be served at \(error.address): \(error.reason)")
            } catch  where !(error is CancellationError) {
                let text = String(describing: error)
                guard Self.isTaken(error) else {
                    throw Failure(.unavailable, "Gazette can't listen on \(host):\(configuration.port): \(text)")
                }
                guard takesNextPort, configuration.port > 0, configuration.port < 65_535 else {
                    throw Failure(
                        .unavailable,
                        "Port \(configuration.port) of \(host) is in use.\nChoose another --port, or add --next-port.")
                }
                configuration.port += 1
            }
        }
    }

    /// Prints an address to standard output, which a log in JSON shares with standard error where both are collected.
    private static func say(_ text: String) {
        let console = Console.current
        if console.isLogJSON { JSONLogHandler.write(text, .info, to: console.output) } else { Output.print(text) }
    }

    /// Whether an error says that another program has the port.
    private static func isTaken(_ error: any Error) -> Bool {
        let text = String(describing: error)
        return text.contains("errno: 98") || text.contains("errno: 48")
    }
}

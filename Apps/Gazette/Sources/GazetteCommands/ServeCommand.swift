import ArgumentParser
import Emulator
import Freshet
import GazetteWeb
import Logging
import ReaderModels

struct ServeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "serve",
        abstract: "Serve the reader as a web app.",
        usage: """
            gazette serve
            gazette serve --port 9000 --open
            """,
        discussion: "It prints its address once it serves, and goes on until it is stopped."
    )

    @Option(help: "The port to listen at; 0 takes any that is free.")
    var port = 8080

    @Option(help: "The address to listen at.")
    var host = "127.0.0.1"

    @Flag(name: .customLong("next-port"), help: "Take the next free port when this one is taken.")
    var takesNextPort = false

    @Flag(help: "Open the address in the browser.")
    var open = false

    @Option(
        name: .customLong("max-pages"),
        help: "How many pages may be open at once; the one left alone the longest makes place for one more.")
    var pageLimit = 4000

    @Option(name: .customLong("max-streams"), help: "How many browsers may be kept up to date at once.")
    var streamLimit = 4000

    @Option(
        name: .customLong("max-streams-per-address"),
        help: "The same for one address; those behind a proxy share one.")
    var streamLimitPerAddress = 100

    @OptionGroup var service: ServiceOptions

    func validate() throws {
        guard (0...65_535).contains(port) else { throw ValidationError("The value of --port must be 0 to 65535.") }
        guard pageLimit > 0, streamLimit > 0, streamLimitPerAddress > 0 else {
            throw ValidationError("Limits must be 1 or more.")
        }
    }

    func run() async throws {
        let metrics = WebMetrics()
        try await Connection.with(
            service, for: ReaderService.allCases, observer: { metrics.observer(of: $0.settingsName) }
        ) { connection in
            var configuration = WebConfiguration(
                clients: ReaderClients(
                    news: connection.news, movies: connection.movies, hackerNews: connection.hackerNews,
                    hackerNewsSearch: connection.hackerNewsSearch, meals: connection.meals, people: connection.people))
            configuration.host = host
            configuration.port = port
            configuration.metrics = metrics
            configuration.pageLimit = pageLimit
            configuration.streamLimit = streamLimit
            configuration.streamLimitPerAddress = streamLimitPerAddress
            if let emulated = connection.emulatedTransport {
                configuration.pictureTransport = emulated
                configuration.trustedPictureOrigins = Set(Emulator.origins)
            }
            let emulated = ReaderService.allCases.filter { connection.answerer(for: $0) == .emulator }
            if !emulated.isEmpty {
                configuration.answerer =
                    emulated.count == ReaderService.allCases.count
                    ? "All services are emulated: what you read is made up."
                    : "Emulated, and so made up: \(emulated.map(\.title).joined(separator: ", "))."
            }
            try await serve(configuration)
        }
    }

    private func serve(_ configuration: WebConfiguration) async throws {
        var logger = Logger(label: "gazette") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = service.verbose ? .info : .warning
        var configuration = configuration
        while true {
            do {
                try await WebServer(configuration, logger: logger).run { [host, open] port in
                    let address = "http://\(host.contains(":") ? "[\(host)]" : host):\(port)/"
                    Output.print("Gazette is at \(address)")
                    if open { Browser.open(address) }
                }
                return
            } catch  where !(error is CancellationError) {
                let text = String(describing: error)
                guard text.contains("errno: 98") || text.contains("errno: 48") else {
                    throw Failure(.unavailable, "Gazette can't listen at \(host):\(configuration.port): \(text)")
                }
                guard takesNextPort, configuration.port > 0, configuration.port < 65_535 else {
                    throw Failure(
                        .unavailable,
                        "Port \(configuration.port) of \(host) is taken.\nChoose another --port, or add --next-port.")
                }
                configuration.port += 1
            }
        }
    }
}

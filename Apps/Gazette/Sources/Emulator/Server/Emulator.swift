import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import UnixSignals

/// An emulator of the services that Gazette reads, which runs on this machine with generated contents.
///
/// Each service has different paths, so one origin serves all of them. Clients keep the addresses of the services, and
/// a routing transport sends requests for ``origins`` to the emulator.
public struct Emulator: Sendable {
    /// The origins that the emulator replaces, pictures included.
    public static let origins = [
        NewsRoutes.origin, PictureRoutes.origin, TMDbRoutes.origin, PictureRoutes.movieOrigin, HackerNewsRoutes.origin,
        SearchRoutes.origin, MealRoutes.origin, PlaceholderRoutes.origin, PlaceholderRoutes.pictureOrigin, feedOrigin,
    ]

    /// The path below which it is a provider of OpenID Connect, at which everybody signs in with any name.
    public static let openIDPath = OpenIDRoutes.path

    /// The origin of the emulated sites with feeds, which no server on the Internet has (RFC 2606).
    public static let feedOrigin = "https://feeds.example"

    /// The path below which it is a small web of sites with feeds; the page at this path lists them.
    public static let feedPath = FeedRoutes.path

    /// The keys for which every emulated service that has keys responds with an error.
    public static let failingKeys: Set<String> = ["invalid", "disabled", "exhausted", "limited", "broken"]

    private let configuration: EmulatorConfiguration
    private let accounts: TMDbAccounts
    private let feedRequests: RequestCounts

    /// Makes an emulator. Nothing is started or read yet.
    public init(_ configuration: EmulatorConfiguration = EmulatorConfiguration()) {
        self.configuration = configuration
        accounts = TMDbAccounts(file: configuration.accountsFile)
        feedRequests = RequestCounts()
    }

    private init(_ configuration: EmulatorConfiguration, sharingStateOf emulator: Emulator) {
        self.configuration = configuration
        accounts = emulator.accounts
        feedRequests = emulator.feedRequests
    }

    /// The same emulator, except that its delays end when it is stopped.
    private var endingSleeps: Emulator { Emulator(configuration.endingSleeps, sharingStateOf: self) }

    /// Ends the sessions of all accounts of the movie service, as the service may at any time.
    public func endSessions() { accounts.endSessions() }

    /// Returns the number of responses of a path below ``feedPath``, without its query.
    public func feedRequests(of path: String) -> RequestCount { feedRequests.count(of: path) }

    /// The number of all responses below ``feedPath``.
    public var allFeedRequests: RequestCount { feedRequests.total }

    /// Serves until the task is cancelled or the process receives SIGTERM, and lets responses in progress finish.
    ///
    /// - Parameter onListening: Receives the port once the server accepts requests.
    /// - Throws: The system's error when the address can't be listened at.
    public func run(onListening: @escaping @Sendable (_ port: Int) async -> Void) async throws {
        try await application { await onListening($0.localAddress?.port ?? 0) }
            .runService(gracefulShutdownSignals: [.sigterm])
    }

    /// Starts serving in the background of this process.
    ///
    /// - Returns: The running emulator, once it accepts requests. It runs until it is stopped.
    /// - Throws: The system's error when the address can't be listened at.
    public func start() async throws -> RunningEmulator {
        let (ports, continuation) = AsyncStream<Int>.makeStream()
        let application = endingSleeps.application { channel in
            continuation.yield(channel.localAddress?.port ?? 0)
        }
        var options = ServiceGroupConfiguration(services: [application], logger: Self.silence)
        // Limits the wait for a client that has sent half a request; pending connections are accepted by then.
        options.maximumGracefulShutdownDuration = Self.longestStop
        let group = ServiceGroup(configuration: options)
        let task = Task {
            defer { continuation.finish() }
            try await group.run()
        }
        for await port in ports where !Task.isCancelled {
            return RunningEmulator(port: port, group: group, task: task)
        }
        // Either the server could not listen, or the caller was cancelled and can't stop it.
        await group.triggerGracefulShutdown()
        try await task.value
        throw CancellationError()
    }

    private static let longestStop = Duration.seconds(2)
    private static let silence = Logger(label: "emulator") { _ in SwiftLogNoOpLogHandler() }

    /// The routes of all services, without a socket.
    var router: Router<EmulatorContext> {
        let router = Router(context: EmulatorContext.self)
        router.add(middleware: FaultMiddleware(configuration.faults, sleep: configuration.sleep))
        router.add(middleware: NotFoundMiddleware())
        NewsRoutes(now: configuration.now).add(to: router)
        let movies = TMDbRoutes(now: configuration.now)
        movies.add(to: router)
        TMDbAccountRoutes(accounts: accounts, movies: movies).add(to: router)
        let library = HackerNewsLibrary()
        HackerNewsRoutes(now: configuration.now, library: library, sleep: configuration.sleep).add(to: router)
        SearchRoutes(now: configuration.now, library: library).add(to: router)
        MealRoutes(dice: Dice(seed: configuration.seed)).add(to: router)
        PlaceholderRoutes().add(to: router)
        FeedRoutes(
            now: configuration.now, sleep: configuration.sleep, origin: configuration.feedOrigin, counts: feedRequests,
            dice: Dice(seed: configuration.seed)
        ).add(to: router)
        OpenIDRoutes(now: configuration.signInTime).add(to: router)
        PictureRoutes(sleep: configuration.sleep, choice: movies.choice(ofFile:_:)).add(to: router)
        return router
    }

    private func application(
        onListening: @escaping @Sendable (any Channel) async -> Void
    ) -> some ApplicationProtocol {
        Application(
            router: router,
            configuration: .init(
                address: .hostname(configuration.host, port: configuration.port), serverName: "cloudflare"),
            onServerRunning: onListening,
            logger: Self.silence
        )
    }
}

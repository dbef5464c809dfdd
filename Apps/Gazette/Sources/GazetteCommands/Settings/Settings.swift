import Configuration
import Emulator
import Foundation
import Hosts
import NewsAPI
import ReaderStorage
import SystemPackage
import WebTelemetry

/// The settings of the environment and the configuration file. Flags override them.
struct Settings: Sendable {
    /// The API keys, by service.
    var keys: [ReaderService: String] = [:]
    /// The base addresses of services that replace their default addresses.
    var baseURLs: [ReaderService: String] = [:]
    /// The most requests that the web app sends to a service within a day.
    var requestsPerDay: [ReaderService: Int] = [:]
    var isLive = false
    /// The timeout in seconds.
    var timeout: Double?
    /// The country of the headlines; that of the user's locale by default.
    var country: NewsAPI.Country
    /// The folder in which the web app stores what visitors read and save.
    var dataFolder: String?
    /// The address of the database in which the web app stores that instead, which may contain a password.
    var database: String?
    /// The host name at which a proxy serves the web app.
    var publicHost: String?
    /// The proxies whose reports about their clients the web app believes.
    var trustedProxies: String?
    /// The networks that are not public from which feeds and pictures are read.
    var feedNetworks: [IPAddress.Range] = []
    /// The name of this process of the web app, by which a proxy routes.
    var process: String?
    /// Who may make an account of the web app; `nil` for no accounts.
    var accounts: String?
    /// The field by which a trusted proxy names the account of a request.
    var accountHeader: String?
    /// The provider of OpenID Connect at which readers sign in, and what it has given Gazette.
    var openIDIssuer: String?
    var openIDClientID: String?
    var openIDClientSecret: String?
    /// The time at which the emulator's clock starts; now by default.
    var emulatorTime: String?
    /// Where and how requests are traced. Only `gazette serve --telemetry` reads it, since other programs have these
    /// variables, too.
    var traces = TraceSettings()

    /// Whether there is a key for the service itself, and not one of those that make the emulator fail.
    func hasRealKey(for service: ReaderService) -> Bool {
        keys[service].map { !Emulator.failingKeys.contains($0) } ?? false
    }

    /// The configuration file, in the folder of XDG_CONFIG_HOME or `~/.config`.
    static var filePath: String {
        UserFolder.configuration.url(in: Console.current.environment).appending(path: "gazette/config.json").path
    }

    /// Reads the environment and the file; the environment wins.
    ///
    /// - Throws: ``Failure`` with what is wrong in the environment or the file.
    static func load() async throws -> Settings {
        let (environment, filePath) = (Console.current.environment, filePath)
        let mistakes = SettingName.mistakes(in: environment)
        guard mistakes.isEmpty else { throw Failure(.usage, mistakes.joined(separator: "\n")) }
        try ConfigurationFile.check(atPath: filePath)
        let file: FileProvider<JSONSnapshot>
        do {
            file = try await FileProvider<JSONSnapshot>(filePath: FilePath(filePath), allowMissing: true)
        } catch {
            throw Failure(.usage, "The file \(filePath) can't be read. \(FileProblem.text(error))")
        }
        return Settings(
            ConfigReader(providers: [EnvironmentVariablesProvider(environmentVariables: environment), file]))
    }

    init() {
        country = UserLocale.country(in: Console.current.environment)
    }

    init(_ reader: ConfigReader) {
        self.init()
        func text(_ key: String, isSecret: Bool = false) -> String? {
            reader.string(forKey: ConfigKey(key), isSecret: isSecret).flatMap { $0.isEmpty ? nil : $0 }
        }
        for service in ReaderService.allCases {
            let name = service.settingsName
            if service.keyVariable != nil { keys[service] = text("\(name).key", isSecret: true) }
            baseURLs[service] = text("\(name).baseUrl")
            requestsPerDay[service] = reader.int(forKey: ConfigKey("\(name).requestsPerDay"))
        }
        isLive = reader.bool(forKey: "gazette.live", default: false)
        dataFolder = text("gazette.data")
        database = text("gazette.database", isSecret: true)
        publicHost = text("gazette.publicHost")
        trustedProxies = text("gazette.trustedProxies")
        feedNetworks = text("gazette.feedNetworks").flatMap(IPAddress.Range.list) ?? []
        process = text("gazette.process")
        accounts = text("gazette.accounts")
        accountHeader = text("gazette.accountHeader")
        openIDIssuer = text("gazette.oidcIssuer")
        openIDClientID = text("gazette.oidcClientId")
        openIDClientSecret = text("gazette.oidcClientSecret", isSecret: true)
        timeout = reader.double(forKey: "gazette.timeout")
        if let code = text("gazette.country") { country = NewsAPI.Country(rawValue: code) }
        emulatorTime = text("gazette.emulatorTime")
        traces.endpoint = text("otel.exporterOtlpEndpoint")
        traces.tracesEndpoint = text("otel.exporterOtlpTracesEndpoint")
        traces.headers = text("otel.exporterOtlpHeaders", isSecret: true)
        traces.serviceName = text("otel.serviceName")
        traces.resourceAttributes = text("otel.resourceAttributes")
        traces.isDisabled = text("otel.sdkDisabled")
        traces.knownMethods = text("otel.instrumentationHttpKnownMethods")
        traces.sampler = text("otel.tracesSampler")
        traces.samplerArgument = text("otel.tracesSamplerArg")
    }
}

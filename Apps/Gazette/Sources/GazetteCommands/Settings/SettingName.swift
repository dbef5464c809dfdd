import Emulator
import Foundation
import FreshetLenientJSON
import Hosts
import ReaderStorage

/// A setting of the environment and the configuration file: its names, and the values that it takes.
struct SettingName: Hashable {
    /// The values that a setting accepts.
    enum Kind: Hashable {
        case text, boolean, seconds, address, time, database, proxies, process, count, accounts, header, country

        /// A description of the accepted values, to follow "must be".
        var expectation: String {
            switch self {
            case .text: "a string in quotation marks"
            case .boolean: "true or false"
            case .seconds: "a number of seconds above 0, such as 20"
            case .address: "an address, such as \"http://127.0.0.1:8080\""
            case .time: "a day or a time, such as \"2026-03-14T15:09:26Z\""
            case .database: "a database address, such as \"postgres://user@host:5432/name\""
            case .count: "a whole number above 0"
            case .process: "a name of up to 32 letters, digits, hyphens and underscores"
            case .accounts: "\"invitation\" or \"open\""
            case .header: "the name of a header field, such as \"X-Forwarded-User\""
            case .country: "the two-letter code of a country, such as \"de\""
            case .proxies: "addresses and ranges, such as \"127.0.0.1, 10.0.0.0/8\""
            }
        }

        /// Whether a text can be the value.
        func accepts(_ text: String) -> Bool {
            switch self {
            case .text: true
            case .boolean: ["true", "false", "yes", "no", "1", "0"].contains(text.lowercased())
            case .seconds: Double(text).map(Self.isTimeout) ?? false
            case .address: Self.isAddress(text)
            case .database: SharedDatabase.isAddress(text)
            case .proxies: TrustedProxies(text) != nil
            case .process: ProcessName(text) != nil
            case .count: Int(text).map { $0 > 0 } ?? false
            case .accounts: AccountSettings.Admission(rawValue: text) != nil
            case .header: AccountSettings.isHeader(text)
            case .country: NewsValues.countries.contains(text)
            case .time:
                {
                    var configuration = EmulatorConfiguration()
                    return configuration.startTime(at: text)
                }()
            }
        }

        /// Whether a number of seconds can be a timeout.
        static func isTimeout(_ seconds: Double) -> Bool { seconds > 0 && seconds < 86_400 }

        /// Whether a text is the address of a server.
        static func isAddress(_ text: String) -> Bool {
            WebLink.url(from: text) != nil
        }
    }

    /// The object of the file that holds it.
    let section: String
    /// Its key in that object.
    let key: String
    let kind: Kind

    /// Its name in messages: `newsapi.baseUrl`.
    var path: String { "\(section).\(key)" }

    /// Its name in the environment: `NEWSAPI_BASE_URL`.
    var variable: String {
        let words = key.reduce(into: "") { $0 += $1.isUppercase ? "_\($1)" : String($1) }
        return "\(section)_\(words)".uppercased()
    }

    /// All settings, those of one section together.
    static let all: [SettingName] =
        ReaderService.allCases.flatMap { service -> [SettingName] in
            let name = service.settingsName
            let common: [SettingName] = [
                .init(section: name, key: "baseUrl", kind: .address),
                .init(section: name, key: "requestsPerDay", kind: .count),
            ]
            return service.keyVariable == nil ? common : [.init(section: name, key: "key", kind: .text)] + common
        } + [
            .init(section: "gazette", key: "live", kind: .boolean),
            .init(section: "gazette", key: "timeout", kind: .seconds),
            .init(section: "gazette", key: "country", kind: .country),
            .init(section: "gazette", key: "data", kind: .text),
            .init(section: "gazette", key: "database", kind: .database),
            .init(section: "gazette", key: "publicHost", kind: .text),
            .init(section: "gazette", key: "trustedProxies", kind: .proxies),
            .init(section: "gazette", key: "feedNetworks", kind: .proxies),
            .init(section: "gazette", key: "process", kind: .process),
            .init(section: "gazette", key: "accounts", kind: .accounts),
            .init(section: "gazette", key: "accountHeader", kind: .header),
            .init(section: "gazette", key: "oidcIssuer", kind: .text),
            .init(section: "gazette", key: "oidcClientId", kind: .text),
            .init(section: "gazette", key: "oidcClientSecret", kind: .text),
            .init(section: "gazette", key: "emulatorTime", kind: .time),
        ]
        + [
            "exporterOtlpEndpoint", "exporterOtlpTracesEndpoint", "exporterOtlpHeaders", "serviceName", "tracesSampler",
            "tracesSamplerArg", "resourceAttributes", "sdkDisabled", "instrumentationHttpKnownMethods",
        ].map { .init(section: "otel", key: $0, kind: .text) }

    /// Returns the mistakes in the environment, one sentence for each. An empty variable counts as unset.
    static func mistakes(in environment: [String: String]) -> [String] {
        all.filter { setting in
            guard let text = environment[setting.variable], !text.isEmpty else { return false }
            return !setting.kind.accepts(text)
        }
        .map { "\($0.variable) must be \($0.kind.expectation.replacing("\"", with: ""))." }
    }
}

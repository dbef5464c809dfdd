import ArgumentParser
import Foundation

/// The options of all commands that call a service: the server, the cache and the timeout.
struct ServiceOptions: ParsableArguments {
    @Flag(help: "Use the built-in emulator.")
    var emulator = false

    @Flag(help: "Use the real service, even without a key.")
    var live = false

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "Use the server at this address; without a path, the service's own path is added.", valueName: "url"))
    var baseURL: String?

    @Option(help: ArgumentHelp("Give up after this many seconds (default: 30).", valueName: "seconds"))
    var timeout: Double?

    @Flag(help: "Send no requests; use stored responses only.")
    var offline = false

    @Flag(help: "Reload, even if a fresh response is stored.")
    var refresh = false

    @Option(
        name: .customLong("max-age"),
        help: ArgumentHelp("Use a stored response if it is at most this old, such as 30s, 10m or 2h.", valueName: "age")
    )
    var maxAge: Latency?

    @Option(help: ArgumentHelp("Record all requests in a file, without secrets (see gazette tape).", valueName: "file"))
    var record: String?

    @Option(help: ArgumentHelp("Replay responses from a recorded file, without a network.", valueName: "file"))
    var replay: String?

    @Flag(help: "Print each step of the calls to standard error.")
    var verbose = false

    func validate() throws {
        if offline, refresh { throw ValidationError("--offline can't be combined with --refresh.") }
        if maxAge != nil, offline || refresh {
            throw ValidationError("--max-age can't be combined with --offline or --refresh.")
        }
        if record != nil, replay != nil { throw ValidationError("--record can't be combined with --replay.") }
        if let timeout, !SettingName.Kind.isTimeout(timeout) {
            throw ValidationError("The value of --timeout must be a number of seconds above 0.")
        }
        if let baseURL, !SettingName.Kind.isAddress(baseURL) {
            throw ValidationError("The value of --base-url must be an address, such as http://127.0.0.1:8080.")
        }
    }
}

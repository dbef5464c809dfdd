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
            "Use the server at this address; without a path, the service's own is added.", valueName: "url"))
    var baseURL: String?

    @Option(help: ArgumentHelp("Give up after this many seconds (default: 30).", valueName: "seconds"))
    var timeout: Double?

    @Flag(help: "Send no request; use stored responses only.")
    var offline = false

    @Flag(help: "Load again, even if a fresh response is stored.")
    var refresh = false

    @Flag(help: "Print each step of the calls to standard error.")
    var verbose = false

    func validate() throws {
        if offline, refresh { throw ValidationError("--offline and --refresh contradict each other.") }
        if let timeout, !(timeout > 0 && timeout < 86_400) {
            throw ValidationError("The value of --timeout must be a number of seconds above 0.")
        }
    }
}

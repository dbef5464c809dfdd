import ArgumentParser
import Foundation

/// The options of all commands that call a service: the server, the cache and the timeout.
struct ServiceOptions: ParsableArguments {
    @Flag(help: "Ask the built-in emulator.")
    var emulator = false

    @Flag(help: "Ask the real service, also without a key.")
    var live = false

    @Option(
        name: .customLong("base-url"),
        help: ArgumentHelp(
            "Ask what answers at this address; without a path, the service's own is added.", valueName: "url"))
    var baseURL: String?

    @Option(help: ArgumentHelp("Give up after this many seconds (default: 30).", valueName: "seconds"))
    var timeout: Double?

    @Flag(help: "Ask nobody; read what was read before.")
    var offline = false

    @Flag(help: "Ask anew, also for what was read a moment ago.")
    var refresh = false

    @Flag(help: "Tell each step of the calls on standard error.")
    var verbose = false

    func validate() throws {
        if offline, refresh { throw ValidationError("--offline and --refresh contradict each other.") }
        if let timeout, !(timeout > 0 && timeout < 86_400) {
            throw ValidationError("The value of --timeout must be a number of seconds above 0.")
        }
    }
}

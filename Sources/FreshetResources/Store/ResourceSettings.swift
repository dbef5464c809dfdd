public import FreshetCore
import Logging

/// The limits of a client's resources, and the sources of network and app state that they follow.
public struct ResourceSettings: Sendable {
    /// How long a resource is kept after its last observer has left: five minutes by default.
    public var keepTime = Duration.seconds(300)
    /// How long a fetch continues after its last observer has left, in case one comes back: half a second by default.
    public var grace = Duration.milliseconds(500)
    /// The most unused resources that are kept: 1,000 by default. The least recently used are removed first.
    public var entryLimit = 1000
    /// The most bytes of response bodies whose values unused resources keep: 32 MiB by default.
    public var byteLimit = 32 << 20
    /// The source of network reachability: that of the client's configuration by default. With `nil`, every fetch is
    /// tried.
    public var reachability: (any Reachability)?
    /// The source of the app's foreground state: that of the client's configuration by default. With `nil`, the app
    /// always counts as in the foreground, as in a server.
    public var foreground: (any Foreground)?

    /// The source of memory warnings. Each of them removes the unused resources.
    package var memoryWarnings = MemoryWarnings.system

    /// Receives a message about a probable mistake of the app, such as a change that is not idempotent. By default, it
    /// is logged as a warning of the logger `freshet.resources`.
    public var reportMisuse: @Sendable (_ message: String) -> Void = { message in
        Logger(label: "freshet.resources").warning("\(message)")
    }

    /// Makes the default settings.
    public init() {}
}

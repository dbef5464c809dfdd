public import FreshetCore
import Logging

/// The limits of a client's resources, and the sources of network and app state that they follow.
public struct ResourceSettings: Sendable {
    /// How long a resource is kept after its last observer has left: five minutes by default.
    public var keepTime = Duration.seconds(300)
    /// How long a fetch continues after its last observer has left, in case one returns: half a
    /// second by default.
    public var grace = Duration.milliseconds(500)
    /// The maximum number of unused resources that are kept: 1,000 by default. The least recently
    /// used are removed first.
    public var entryLimit = 1000
    /// The maximum total size of the response bodies of unused resources, in bytes: 32 MiB by
    /// default.
    public var byteLimit = 32 << 20
    /// The source of network reachability: the client configuration's source by default. With
    /// `nil`, every fetch is attempted.
    public var reachability: (any Reachability)?
    /// The source of the app's foreground state: the client configuration's source by default. With
    /// `nil`, the app always counts as being in the foreground, which suits a server.
    public var foreground: (any Foreground)?

    /// The source of memory warnings. Each of them removes the unused resources.
    package var memoryWarnings = MemoryWarnings.system

    /// Receives a message about a probable mistake in the app, such as a change that isn't
    /// idempotent. By default, the logger `freshet.resources` logs it as a warning.
    public var reportMisuse: @Sendable (_ message: String) -> Void = { message in
        Logger(label: "freshet.resources").warning("\(message)")
    }

    /// Makes the default settings.
    public init() {}
}

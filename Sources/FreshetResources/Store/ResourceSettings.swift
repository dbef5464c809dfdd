public import FreshetCore
import Logging

/// How long the resources of a client are kept, how many, and what they know of the world outside.
public struct ResourceSettings: Sendable {
    /// How long a resource is kept after its last observer has left: five minutes by default.
    public var keepTime = Duration.seconds(300)
    /// How long a fetch goes on after its last observer has left, in case one comes back: half a second by default.
    public var grace = Duration.milliseconds(500)
    /// The most resources that are kept while nobody uses them: 1,000 by default. Those used longest ago go first.
    public var entryLimit = 1000
    /// The most bytes of bodies whose values are kept while nobody uses them: 32 MiB by default.
    public var byteLimit = 32 << 20
    /// What knows whether there is a network: that of the client's configuration, by default. Where it is `nil`, every fetch is tried.
    public var reachability: (any Reachability)?
    /// What knows whether the app is in the foreground: that of the client's configuration, by default. Where it is `nil`, it always is,
    /// as in a server.
    public var foreground: (any Foreground)?

    /// What reports that memory is short. Resources that nobody uses are then removed.
    package var memoryWarnings = MemoryWarnings.system

    /// Receives mistakes of the app that break no rule by themselves, such as a change that gives something else twice than once. They
    /// are logged by default, as warnings of the logger `freshet.resources`.
    public var reportMisuse: @Sendable (_ message: String) -> Void = { message in
        Logger(label: "freshet.resources").warning("\(message)")
    }

    /// Makes the default settings.
    public init() {}
}

import ServiceLifecycle

/// An emulator that runs in the background of this process.
public struct RunningEmulator: Sendable {
    /// The port on 127.0.0.1.
    public let port: Int
    private let group: ServiceGroup
    private let task: Task<Void, any Error>

    init(port: Int, group: ServiceGroup, task: Task<Void, any Error>) {
        self.port = port
        self.group = group
        self.task = task
    }

    /// Stops the server and waits until it has stopped. Responses in progress, including delayed ones, are not sent.
    public func stop() async {
        // Shut down gracefully and never cancelled: SwiftNIO traps if a connection accepted a moment ago is released.
        await group.triggerGracefulShutdown()
        _ = await task.result
    }
}

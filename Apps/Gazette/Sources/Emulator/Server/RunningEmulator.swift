import ServiceLifecycle

/// An emulator in the background of this process.
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

    /// Stops serving and waits until it has. Responses that are being made, delayed ones too, are not sent.
    public func stop() async {
        // The server is asked and never cancelled: SwiftNIO traps when a connection that was accepted a moment ago is let go of.
        await group.triggerGracefulShutdown()
        _ = await task.result
    }
}

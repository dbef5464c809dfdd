import NIOCore

/// An emulator in the background of this process.
public struct RunningEmulator: Sendable {
    /// The port on 127.0.0.1.
    public let port: Int
    private let channel: any Channel
    private let task: Task<Void, any Error>

    init(channel: any Channel, task: Task<Void, any Error>) {
        port = channel.localAddress?.port ?? 0
        self.channel = channel
        self.task = task
    }

    /// Stops serving and waits until it has.
    public func stop() async {
        // First it stops listening: SwiftNIO traps if the server is cancelled while it accepts a connection.
        try? await channel.close()
        task.cancel()
        _ = await task.result
    }
}

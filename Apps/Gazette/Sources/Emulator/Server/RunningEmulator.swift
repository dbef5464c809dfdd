/// An emulator in the background of this process.
public struct RunningEmulator: Sendable {
    /// The port on 127.0.0.1.
    public let port: Int
    let task: Task<Void, any Error>

    /// Stops serving and waits until it has.
    public func stop() async {
        task.cancel()
        _ = await task.result
    }
}

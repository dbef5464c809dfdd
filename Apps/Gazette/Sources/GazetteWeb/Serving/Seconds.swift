import ServiceLifecycle

/// Calls an action every second for as long as the server runs.
struct Seconds: Service {
    let action: @Sendable () -> Void

    func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await Task.sleep(for: .seconds(1))
                action()
            }
        }
    }
}

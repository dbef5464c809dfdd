import AppleUI
import GazetteViews

/// The reader as an app for macOS and iOS.
@main
struct GazetteApp: App {
    private let root = GazetteRoot(environment: ProcessInfo.processInfo.environment)

    var body: some Scene {
        WindowGroup { root }
    }
}

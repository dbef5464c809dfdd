import AppleUI
import FeedEngine
import GazetteViews

/// The reader as an app for macOS and iOS.
@main
struct GazetteApp: App {
    private let root = GazetteRoot(environment: ProcessInfo.processInfo.environment) { try AppFeeds.open($0) }

    var body: some Scene {
        WindowGroup { root }
    }
}

public import AppleUI
import Freshet
public import ReaderModels

/// The root view of an app's window: the reader, or the reason why it can't start.
public struct GazetteRoot: View {
    private let tools: Result<ReaderTools, FetchError>

    /// Makes the clients of the app.
    ///
    /// - Parameters:
    ///   - environment: The variables of the process, as ``ReaderSettings`` reads them.
    ///   - openFeeds: Opens the feeds of the reader; `nil` for an app without feeds.
    public init(environment: [String: String], openFeeds: ((ReaderSettings) throws -> any ReaderFeeds)? = nil) {
        let settings = ReaderSettings(environment: environment)
        tools = Result { () throws(FetchError) in
            ReaderTools(try ReaderClients(settings), feeds: openFeeds.map { Self.feeds(opening: $0, settings) })
        }
    }

    /// Returns the feeds of the reader, or feeds whose screens show why they can't be opened.
    private static func feeds(
        opening open: (ReaderSettings) throws -> any ReaderFeeds, _ settings: ReaderSettings
    ) -> any ReaderFeeds {
        do { return try open(settings) } catch { return UnavailableFeeds(error) }
    }

    /// The content of the view.
    public var body: some View {
        switch tools {
        case .success(let tools): GazetteTabs(tools)
        case .failure(let error): FailureView(error: SelectedError(error), retry: {})
        }
    }
}

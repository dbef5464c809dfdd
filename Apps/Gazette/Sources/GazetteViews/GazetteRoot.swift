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
    ///   - feeds: Opens the feeds of the reader; `nil` where they can't be stored.
    public init(environment: [String: String], feeds: (ReaderSettings) -> (any ReaderFeeds)? = { _ in nil }) {
        let settings = ReaderSettings(environment: environment)
        tools = Result { () throws(FetchError) in
            ReaderTools(try ReaderClients(settings), feeds: feeds(settings))
        }
    }

    /// The content of the view.
    public var body: some View {
        switch tools {
        case .success(let tools): GazetteTabs(tools)
        case .failure(let error): FailureView(error: SelectedError(error), retry: {})
        }
    }
}

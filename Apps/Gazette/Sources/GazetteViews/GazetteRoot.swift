public import AppleUI
import Freshet
import ReaderModels

/// The root view of an app's window: the reader, or the reason why it can't start.
public struct GazetteRoot: View {
    private let tools: Result<ReaderTools, FetchError>

    /// Makes the clients of the app.
    ///
    /// - Parameter environment: The variables of the process, as ``ReaderSettings`` reads them.
    public init(environment: [String: String]) {
        tools = Result { () throws(FetchError) in
            ReaderTools(try ReaderClients(ReaderSettings(environment: environment)))
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

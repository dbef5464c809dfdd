public import AppleUI
public import Freshet
public import FreshetCombine
import ReaderModels

/// A view of the four states of a value: idle, loading, failed and loaded.
///
/// It starts loading when it appears in the idle state, and offers to try again in the failed state.
public struct StateView<Value, Content: View>: View {
    private let state: LoadingState<Value>
    private let load: @MainActor () -> Void
    private let content: (Value) -> Content

    /// Makes a view of a state.
    ///
    /// - Parameters:
    ///   - load: Asks for the value, the first time and again.
    ///   - content: Shows the value.
    public init(
        _ state: LoadingState<Value>, load: @escaping @MainActor () -> Void,
        @ViewBuilder content: @escaping (Value) -> Content
    ) {
        self.state = state
        self.load = load
        self.content = content
    }

    /// The content of the view.
    public var body: some View {
        // A container that stays: otherwise `onDisappear` actions of the whole would run at each change of state.
        ZStack {
            switch state {
            case .idle: Color.clear.onAppear(perform: load)
            case .loading: ProgressView(Words.loading)
            case .failed(let error): FailureView(error: SelectedError(error), retry: load)
            case .loaded(let value): content(value)
            }
        }
    }
}

/// A view of the state of a loadable object, which it observes.
public struct LoadableView<Model: LoadableObject, Content: View>: View {
    @ObservedObject private var model: Model
    private let content: (Model.Output) -> Content

    /// - Parameter content: Shows the value.
    public init(_ model: Model, @ViewBuilder content: @escaping (Model.Output) -> Content) {
        _model = ObservedObject(wrappedValue: model)
        self.content = content
    }

    /// The content of the view.
    public var body: some View {
        StateView(model.state, load: { model.load() }, content: content)
    }
}

/// The view of a failure when there is no content to show.
struct FailureView: View {
    let error: SelectedError
    let retry: @MainActor () -> Void

    var body: some View {
        ContentUnavailableView {
            Label(error.title, systemImage: Symbols.failure)
        } description: {
            Text(error.message)
        } actions: {
            if error.offersRetry {
                Button(Words.tryAgain) { retry() }.buttonStyle(.borderedProminent)
            }
        }
    }
}

import AppleUI
import FreshetCombine
import ReaderModels

/// Shows the failure of a view model in an alert, with a button to try again if that may help.
struct ErrorAlert<Model: ErrorShowing>: ViewModifier {
    @ObservedObject var model: Model

    func body(content: Content) -> some View {
        content.alert(
            model.alertTitle, isPresented: $model.isShowingError, presenting: model.alertError
        ) { error in
            if error.offersRetry {
                Button(Words.tryAgain) { model.retry() }
            }
            Button(Words.ok, role: .cancel) {}
        } message: { error in
            Text(error.message)
        }
    }
}

/// Refreshes a view model with a pull gesture.
struct PullToRefresh<Model: Refreshing>: ViewModifier {
    let model: Model

    func body(content: Content) -> some View {
        content.refreshable { await refresh() }
    }

    private func refresh() async { await model.refresh() }
}

extension View {
    /// Opens an alert for the failures of a view model.
    func errorAlert<Model: ErrorShowing>(of model: Model) -> some View { modifier(ErrorAlert(model: model)) }

    /// Refreshes a view model with a pull gesture.
    func refreshing<Model: Refreshing>(_ model: Model) -> some View { modifier(PullToRefresh(model: model)) }
}

import Freshet
public import FreshetCombine

/// A view model whose failures a screen shows in an alert.
///
/// `SendableMetatype`, because the buttons of an alert are main-actor closures that refer to the model's type.
public protocol ErrorShowing: ObservableObject, SendableMetatype {
    /// The failure to show, until it is dismissed.
    var selectedError: SelectedError? { get }
    /// Whether there is content next to the failure; without content, the screen shows the failure in its place instead
    /// of an alert.
    var showsBesideError: Bool { get }
    /// Dismisses the failure. Loaded content stays.
    func dismissError()
    /// Repeats the request that has failed.
    func retry()
}

extension ErrorShowing {
    /// Whether an alert is open; closing it dismisses the failure.
    public var isShowingError: Bool {
        get { selectedError != nil && showsBesideError }
        set { if !newValue { dismissError() } }
    }

    /// The failure of the alert.
    public var alertError: SelectedError? { isShowingError ? selectedError : nil }

    /// The title of the alert.
    public var alertTitle: String { selectedError?.title ?? Words.error }
}

extension SelectedError {
    /// Whether trying again may help.
    public var offersRetry: Bool { remedy != .none }

    /// The message of an alert: the failure and the hint for the user.
    public var message: String { [text, hint].compactMap(\.self).joined(separator: "\n") }
}

import Freshet
public import FreshetCombine

/// A view model whose failures a screen tells in an alert.
///
/// `SendableMetatype`, because the buttons of an alert are closures of the main actor, which name the model's type.
public protocol ErrorTelling: ObservableObject, SendableMetatype {
    /// The failure that a screen should tell, until it is dismissed.
    var selectedError: SelectedError? { get }
    /// Whether something is shown beside the failure; where nothing is, the screen tells it in that place, not in an alert.
    var showsBesideError: Bool { get }
    /// Takes back the failure. What is shown stays.
    func dismissError()
    /// Asks again for what has failed.
    func retry()
}

extension ErrorTelling {
    /// Whether an alert is open; closing it dismisses the failure.
    public var isTellingError: Bool {
        get { selectedError != nil && showsBesideError }
        set { if !newValue { dismissError() } }
    }

    /// What the alert tells.
    public var alertError: SelectedError? { isTellingError ? selectedError : nil }

    /// What stands above it.
    public var alertTitle: String { selectedError?.title ?? Words.error }
}

extension SelectedError {
    /// Whether the same again may help.
    public var offersRetry: Bool { remedy != .none }

    /// What an alert says below its title: the failure and what to do.
    public var message: String { [text, hint].compactMap(\.self).joined(separator: "\n") }
}

extension PagedModel: ErrorTelling {
    /// Lists tell all failures in alerts; the way to try again stays in their place.
    public var showsBesideError: Bool { true }
}

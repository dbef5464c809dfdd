import Foundation
import Freshet
import FreshetLenientJSON
import HTTPTypes
import NewsAPI
import TMDb

/// A failure in the form that a screen shows: a title, a message, and a hint for the user.
public struct SelectedError: Identifiable, Hashable, Sendable {
    /// A remedy that a screen offers.
    public enum Remedy: Hashable, Sendable {
        /// Trying again.
        case retry
        /// Trying again later; the seconds are known if the service named them.
        case retryLater(seconds: Int?)
        /// A key has to be set or changed.
        case key
        /// The user can do nothing here.
        case none
    }

    /// The title.
    public let title: String
    /// What failed, with the service's own message if there is one.
    public let text: String
    /// What the user can do, in a sentence.
    public let hint: String?
    /// What the user can do.
    public let remedy: Remedy
    /// The details for developers, without secrets.
    public let detail: String

    /// Whether the failure is that something does not exist.
    public let isAbsent: Bool

    /// The identity of the failure: its texts.
    public var id: String { "\(title)|\(text)" }

    /// Makes the texts of an error.
    public init(_ error: any Error) {
        let absent = (error as? FetchError)?.underlying as? AbsentError
        guard absent == nil, let error = error as? FetchError else {
            let error = absent ?? error
            title = error is AbsentError ? "Nothing to show" : "Something went wrong"
            text = (error as? any LocalizedError)?.errorDescription ?? "This can't be shown at the moment."
            hint = (error as? any LocalizedError)?.recoverySuggestion
            isAbsent = error is AbsentError
            remedy = isAbsent ? .none : .retry
            detail = String(describing: error)
            return
        }
        let sentence = Self.sentence(Self.text(of: error))
        text = sentence
        remedy = Self.remedy(for: error)
        // The message of some services contains the hint already.
        hint = Self.hint(for: error, remedy).flatMap { sentence.localizedStandardContains($0) ? nil : $0 }
        detail = error.description
        isAbsent = [404, 410].contains(error.status?.code)
        title = Self.title(of: error, remedy, isAbsent: isAbsent)
    }

    private static func title(of error: FetchError, _ remedy: Remedy, isAbsent: Bool) -> String {
        switch error.kind {
        case .status, .service:
            if isAbsent { return "Not found" }
            if remedy == .key { return "Key rejected" }
            if error.isLimit { return "Limit reached" }
            return error.isFailureOfService ? "Service unavailable" : "Request rejected"
        case .timedOut: return "No response in time"
        case .cannotConnect(.offline), .connectionLost, .tls: return "Network error"
        case .cannotConnect: return "Service unreachable"
        case .tooManyCalls: return "Limit reached"
        case .validation: return "Nothing to show"
        case .decoding, .wrongContent, .protocolViolation, .contentCoding, .tooLarge: return "Unreadable response"
        default: return "Something went wrong"
        }
    }

    /// Returns the message; a server error without one is described in words besides its status code.
    ///
    /// The movie service tells its customers to contact it, which is no advice for readers.
    private static func text(of error: FetchError) -> String {
        let text = error.localizedDescription
        guard let host = error.request?.host, let code = error.status?.code else { return text }
        if case .status = error.kind, error.isFailureOfService, error.problem == nil {
            return "\(host) can't respond at the moment (status \(code))."
        }
        guard error.tmdbCode != nil, text.localizedCaseInsensitiveContains("contact TMDB") else { return text }
        return error.isFailureOfService
            ? "\(host) can't respond at the moment (status \(code))." : "\(host) rejects the key or the account."
    }

    /// Returns a text with a full stop, which the messages of some services lack.
    private static func sentence(_ text: String) -> String {
        text.last.map { $0.isLetter || $0.isNumber } == true ? text + "." : text
    }

    private static func hint(for error: FetchError, _ remedy: Remedy) -> String? {
        switch (remedy, error.kind) {
        case (.retryLater(let seconds?), _): "Try again in \(WaitText.text(of: seconds))."
        case (.retryLater, _): "Wait a while before you try again."
        case (_, .timedOut): "Try again in a moment."
        default: error.recoverySuggestion
        }
    }

    private static func remedy(for error: FetchError) -> Remedy {
        switch error.kind {
        case .status, .service:
            if error.isLimit || (error.isFailureOfService && error.retryAfter != nil) {
                return .retryLater(seconds: error.retryAfter.map { Int(clamping: ($0 / .seconds(1)).rounded(.up)) })
            }
            if let code = error.status?.code, code == 401 || code == 403 { return .key }
            return error.isRetryable || error.isFailureOfService ? .retry : .none
        case .invalidRequest, .redirect, .tls: return .none
        default: return .retry
        }
    }
}

extension FetchError {
    /// Whether the service allows no more requests for now.
    fileprivate var isLimit: Bool {
        status?.code == 429 || newsAPICode?.isRateLimit == true || tmdbCode?.isRateLimit == true
    }

    /// Whether the service itself has failed.
    fileprivate var isFailureOfService: Bool { status?.kind == .serverError }
}

import Foundation
import Freshet
import HTTPTypes

/// A failure as a screen shows it: a title, a sentence, and what to do.
public struct SelectedError: Identifiable, Hashable, Sendable {
    /// A remedy that a screen offers.
    public enum Remedy: Hashable, Sendable {
        /// Trying again.
        case retry
        /// Trying again later; the seconds are known if the service named them.
        case retryLater(seconds: Int?)
        /// A key has to be set or changed.
        case key
        /// Nothing that the reader could do here.
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
        guard let error = error as? FetchError else {
            title = error is AbsentError ? "Nothing to show" : "Something went wrong"
            text = error.localizedDescription
            hint = (error as? any LocalizedError)?.recoverySuggestion
            isAbsent = error is AbsentError
            remedy = isAbsent ? .none : .retry
            detail = String(describing: error)
            return
        }
        text = error.localizedDescription
        hint = error.recoverySuggestion
        detail = error.description
        remedy = Self.remedy(for: error)
        isAbsent = [404, 410].contains(error.response?.head.status.code)
        title =
            switch (error.kind, remedy) {
            case (_, .key): "Key refused"
            case (_, .retryLater): "Too many requests"
            case (.service, _) where isAbsent, (.status, _) where isAbsent: "Not found"
            case (.cannotConnect, _), (.connectionLost, _), (.timedOut, _), (.tls, _): "Network error"
            case (.validation, _): "Nothing to show"
            case (.decoding, _), (.wrongContent, _), (.protocolViolation, _), (.contentCoding, _), (.tooLarge, _):
                "Unreadable response"
            case (.service, _), (.status, _): "The service refused"
            default: "Something went wrong"
            }
    }

    private static func remedy(for error: FetchError) -> Remedy {
        let status = error.response?.head.status.code
        switch error.kind {
        case .status, .service:
            if status == 401 || status == 403 { return .key }
            if status == 429 {
                return .retryLater(seconds: error.retryAfter.map { Int(($0 / .seconds(1)).rounded(.up)) })
            }
            return error.isRetryable || (status ?? 0) >= 500 ? .retry : .none
        case .invalidRequest, .redirect, .tls: return .none
        default: return .retry
        }
    }
}

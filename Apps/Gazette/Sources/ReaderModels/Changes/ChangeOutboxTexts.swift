public import Foundation
import Freshet
public import FreshetOutbox
import HTTPTypes

extension ChangeOutbox {
    /// "3 unsent changes"; `nil` for none.
    public static func unsentText(_ count: Int) -> String? {
        switch count {
        case ..<1: nil
        case 1: "1 unsent change"
        default: "\(count) unsent changes"
        }
    }
}

extension ChangeOutbox.Entry {
    /// The change in words.
    public var sentence: String { change?.sentence ?? "A change made by another version of Gazette" }

    /// What becomes of it, in words.
    public var stateText: String {
        switch write.phase {
        case .waiting where isSignedOut: "Waiting for you to sign in"
        case .waiting: write.lastError == nil ? "Waiting to be sent" : "Waiting for the next attempt"
        case .sending, .conflict: "Being sent"
        case .unreadable: "Can't be read by this version"
        case .unconfirmed: "May have been sent"
        case .failed: "Failed"
        @unknown default: "Waiting to be sent"
        }
    }

    /// The last error in a sentence; `nil` for none.
    public var errorText: String? {
        switch write.phase {
        case .failed(.failed(let code, let error)): Self.text(of: code, error)
        case .failed(.cancelled): "An earlier change failed."
        case .failed(.expired): "It could not be sent in time."
        default: write.lastError.flatMap { Self.text(of: $0, nil) }
        }
    }

    /// Whether it was not sent and won't be without a person's decision.
    public var hasFailed: Bool {
        switch write.phase {
        case .failed, .unconfirmed, .unreadable: true
        default: false
        }
    }

    /// Whether it can be changed or removed now.
    public var isIdle: Bool {
        switch write.phase {
        case .sending, .conflict: false
        default: true
        }
    }

    /// Whether it can be sent again.
    public var canRetry: Bool {
        if case .unreadable = write.phase { return false }
        return isIdle
    }

    private var isSignedOut: Bool {
        guard let code = write.lastError else { return false }
        return code.hasPrefix("authentication.") || code == "status.401"
    }

    private static func text(of code: String, _ error: FetchError?) -> String? {
        if let error { return SelectedError(error).text }
        let name = code.prefix { $0 != "." }
        switch name {
        case "cannot_connect": return "\(Change.serviceName) can't be reached."
        case "connection_lost": return "The connection was lost."
        case "timed_out": return "\(Change.serviceName) did not respond in time."
        case "authentication": return "The account is signed out."
        case "too_many_calls": return "Too many requests were in progress."
        case "cancelled": return "It was interrupted."
        case "tls": return "The connection isn't secure."
        case "store": return "It could not be read from the disk."
        case "status" where code == "status.429": return "\(Change.serviceName) allows no more requests for now."
        case "status" where code.hasPrefix("status.5"):
            return "\(Change.serviceName) can't respond at the moment (\(code.dropFirst(7)))."
        case "status": return "\(Change.serviceName) rejected it (status \(code.dropFirst(7)))."
        case "service": return "\(Change.serviceName) rejected it (error \(code.dropFirst(8)))."
        default: return "It failed (\(code))."
        }
    }
}

/// Why a change can't be stored.
public struct ChangeStoreError: LocalizedError, Equatable {
    /// The error of the outbox.
    public let error: OutboxError

    /// The message for a person.
    public var errorDescription: String? {
        error == .full
            ? "Too many changes are waiting to be sent, so this one was not stored."
            : "The change can't be stored. The disk is full, or the folder isn't writable."
    }
}

extension OutboxError {
    /// The error for a person: that of the service, or the reason why the change can't be stored; `nil` if another
    /// decision has ended the change.
    public var cause: (any Error)? {
        switch self {
        case .failed(_, let error?): error
        case .failed(let code, nil): FetchError(.validation("The service rejected the change (\(code))."))
        case .unsendable(let reason): FetchError(.invalidRequest(reason))
        case .replaced, .discarded, .closed, .cancelled, .unknownWrite: nil
        case .expired: FetchError(.validation("The change could not be sent in time."))
        default: ChangeStoreError(error: self)
        }
    }
}

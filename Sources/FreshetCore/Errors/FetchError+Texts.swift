public import Foundation
import HTTPTypes

extension FetchError: CustomStringConvertible {
    /// A stable code for logs and metrics, such as `timed_out.idle`, without text that varies
    /// between calls.
    public var code: String {
        switch kind {
        case .invalidRequest: "invalid_request"
        case .cannotConnect(let failure): "cannot_connect.\(failure.rawValue)"
        case .connectionLost: "connection_lost"
        case .timedOut(.connect): "timed_out.connect"
        case .timedOut(.attempt): "timed_out.attempt"
        case .timedOut(.idle): "timed_out.idle"
        case .timedOut(.call): "timed_out.call"
        case .tooManyCalls: "too_many_calls"
        case .tls: "tls"
        case .protocolViolation: "protocol_violation"
        case .contentCoding: "content_coding"
        case .redirect(.tooMany): "redirect.too_many"
        case .redirect(.forbidden): "redirect.forbidden"
        case .status(let status): "status.\(status.code)"
        case .precondition(.failed): "precondition.failed"
        case .precondition(.required): "precondition.required"
        case .unknownOutcome: "unknown_outcome"
        case .service(let error): "service.\(error.code ?? "unnamed")"
        case .wrongContent: "wrong_content"
        case .tooLarge: "too_large"
        case .decoding: "decoding"
        case .validation: "validation"
        case .file: "file"
        case .notInCache: "not_in_cache"
        case .authentication(.signedOut): "authentication.signed_out"
        case .authentication(.refused): "authentication.refused"
        case .authentication(.renewalFailed): "authentication.renewal_failed"
        case .authentication(.tooManyRenewals): "authentication.too_many_renewals"
        case .repeatedPage: "repeated_page"
        case .interceptor: "interceptor"
        case .cancelled: "cancelled"
        }
    }

    /// A description for developers: the kind, the request and the underlying error.
    public var description: String {
        var text = "\(code): \(detail)"
        if let request { text += " (\(request))" }
        if let underlying { text += " [\(underlying)]" }
        return text
    }

    private var detail: String {
        switch kind {
        case .decoding(let failure):
            let path = failure.codingPath.isEmpty ? "the body" : failure.codingPath
            let expected = failure.expectedType.map { ", expected \($0)" } ?? ""
            return "at \(path)\(expected): \(failure.reason) Body: \(failure.excerpt)"
        case .wrongContent(let content):
            return "\(content.received) instead of \(content.expected). Body: \(content.excerpt)"
        case .tls(let reason), .protocolViolation(let reason), .contentCoding(let reason),
            .redirect(.forbidden(let reason)), .notInCache(let reason), .repeatedPage(let reason):
            return reason
        case .authentication(.renewalFailed(let error)):
            return "\(message) \(error)"
        default:
            return message
        }
    }
}

extension FetchError: LocalizedError {
    /// A sentence for people.
    public var errorDescription: String? { message }

    /// A sentence for people that says what failed, in the service's own words if it sent a
    /// message.
    var message: String {
        guard request == nil else { return sentence }
        // Without a host, a sentence may begin with "the server".
        return sentence.prefix(1).uppercased() + sentence.dropFirst()
    }

    private var sentence: String {
        let host = request?.host ?? "the server"
        switch kind {
        case .invalidRequest(let reason):
            return "The request can't be sent: \(reason)."
        case .cannotConnect(.offline):
            return "This device is not connected to the internet."
        case .cannotConnect(.refused):
            return "\(host) refused the connection."
        case .cannotConnect(.unknownHost):
            return "The server \(host) can't be found."
        case .cannotConnect(.proxy):
            return "The proxy could not connect to \(host)."
        case .cannotConnect:
            return "A connection to \(host) can't be made."
        case .connectionLost:
            return "The connection to \(host) was lost before the response was complete."
        case .timedOut(.connect):
            return "\(host) did not accept the connection in time."
        case .timedOut(.attempt(let time)):
            return "\(host) did not begin to respond within \(Self.text(of: time))."
        case .timedOut(.idle(let time)):
            return "\(host) sent nothing for \(Self.text(of: time))."
        case .timedOut(.call(let time)):
            return "\(host) did not respond completely within \(Self.text(of: time))."
        case .tooManyCalls(let limit):
            return "More than \(limit) requests are waiting for \(host)."
        case .tls:
            return "A secure connection to \(host) can't be made."
        case .protocolViolation:
            return "\(host) sent a response that is not valid HTTP."
        case .contentCoding:
            return "The compressed response from \(host) is damaged."
        // A limit of 0 means that redirects are forbidden; "more than 0 times" would sound like a
        // defect.
        case .redirect(.tooMany(limit: 0)):
            return "\(host) redirected the request, which is not allowed."
        case .redirect(.tooMany(let limit)):
            return "\(host) redirected the request more than \(limit) times."
        case .redirect(.forbidden):
            return "\(host) redirected the request to an address that can't be followed."
        case .status(let status):
            // The detail of a problem is written for people and names this very occurrence (RFC
            // 9457 §3.1.4); its title only names the type of problem.
            if let text = problem?.detail ?? problem?.title { return text }
            let reason = status.reasonPhrase.isEmpty ? "" : " (\(status.reasonPhrase))"
            return "\(host) responded with status \(status.code)\(reason)."
        case .precondition(.failed):
            return problem?.detail ?? "The resource has been changed on \(host) since it was read."
        case .precondition(.required):
            return problem?.detail ?? "\(host) requires the request to name the version to change."
        case .unknownOutcome:
            return "The connection to \(host) was lost, and it is not known whether the change was made."
        case .service(let error):
            return error.message
        case .wrongContent(let content):
            return "\(host) sent \(content.received) where \(content.expected) was expected."
        case .tooLarge(.body(let limit)):
            return "The response from \(host) is larger than the \(limit) bytes allowed."
        case .tooLarge(.element(let limit)):
            return "A part of the stream from \(host) is larger than the \(limit) bytes allowed."
        case .tooLarge(.header):
            return "The response from \(host) has a header that is too large."
        case .tooLarge(.statusLine):
            return "The response from \(host) begins with a line that is too long."
        case .tooLarge(.interimResponses(let limit)):
            return "\(host) sent more than \(limit) interim responses."
        case .decoding(let failure):
            let path = failure.codingPath.isEmpty ? "" : " at \(failure.codingPath)"
            return "The response from \(host) can't be read\(path)."
        case .validation(let reason):
            return reason
        case .file(let reason):
            return reason
        case .interceptor(let reason):
            return reason
        case .notInCache:
            return "No response from \(host) is stored for this request."
        case .authentication(.signedOut):
            return "You are not signed in to \(host)."
        case .authentication(.refused):
            return "\(host) did not accept the sign-in."
        case .authentication(.renewalFailed(let error)):
            return "The sign-in to \(host) could not be renewed. \(error.message)"
        case .authentication(.tooManyRenewals):
            return "\(host) keeps rejecting the renewed sign-in."
        case .repeatedPage:
            return "The list from \(host) repeats itself."
        case .cancelled:
            return "The request was cancelled."
        }
    }

    /// A sentence for people that says what they can do about the failure; `nil` if there is no
    /// advice.
    public var recoverySuggestion: String? {
        switch kind {
        case .cannotConnect(.unknownHost): "Check the address and your connection, then try again."
        case .cannotConnect(.proxy): "Check the proxy's address, and your name and password for it."
        case .cannotConnect, .connectionLost: "Check your connection, then try again."
        case .timedOut: "Try again, or allow more time."
        case .tooManyCalls: "Try again later."
        case .tls: "Check this device's date, or ask the operator of the server for a valid certificate."
        case .status(let status) where status.code == 429: "Wait a while before you try again."
        case .status(let status) where status.code == 401 || status.code == 403: "Check your key or your account."
        case .status(let status) where status.code == 404: "Check the address."
        case .status(let status) where status.kind == .serverError: "Try again later."
        // The service may rule out a retry that the status would allow, so its own word decides,
        // not the status.
        case .service: isRetryable ? "Try again later." : precondition?.recoverySuggestion
        case .invalidRequest: "Correct the request."
        case .precondition(let failure): failure.recoverySuggestion
        case .unknownOutcome: "Load it again to see whether the change is there."
        case .wrongContent: "Check that the address belongs to the service."
        case .protocolViolation, .contentCoding, .redirect, .tooLarge, .decoding, .repeatedPage, .status:
            "Report this to the operator of the server."
        case .notInCache: "Go online, then try again."
        case .authentication(.signedOut): "Sign in."
        case .authentication(.refused): "Sign out, then sign in again."
        case .authentication(.renewalFailed(let error)): error.recoverySuggestion ?? "Try again later."
        case .authentication(.tooManyRenewals): "Try again later. If that doesn't help, sign out, then sign in again."
        case .validation, .file, .interceptor, .cancelled: nil
        }
    }

    private static func text(of time: Duration) -> String {
        let (seconds, attoseconds) = time.components
        return attoseconds == 0 ? "\(seconds) s" : "\((time / .seconds(1) * 1000).rounded() / 1000) s"
    }
}

extension FetchError.PreconditionFailure {
    fileprivate var recoverySuggestion: String {
        switch self {
        case .failed: "Load it again, then repeat the change."
        case .required: "Load it first, then repeat the change."
        }
    }
}

import Foundation
import Freshet
import NewsAPI
import ReaderModels
import TMDb

/// An error as the terminal shows it: what failed, where, what to do, and the exit code.
struct Failure: Error {
    let status: ExitStatus
    /// What failed, and what to do.
    let message: String

    /// The message as a command ends with it.
    var text: String { "gazette: \(message)" }

    init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    /// - Parameter environment: The variables of the command: advice to unset one is given only if it is set.
    init(_ error: FetchError, environment: [String: String] = Console.current.environment) {
        status = Self.status(of: error)
        let lines = [SelectedError(error).text, Self.detail(of: error), Self.hint(for: error, environment)]
            .compactMap(\.self)
        message = lines.map(TerminalText.clean).joined(separator: "\n")
    }

    init(_ error: AbsentError) {
        self.init(.usage, TerminalText.clean(error.localizedDescription))
    }

    private static func status(of error: FetchError) -> ExitStatus {
        let code = error.response?.head.status.code ?? 0
        switch error.kind {
        case .invalidRequest, .file: return .usage
        case .cannotConnect, .connectionLost, .timedOut, .tooManyCalls, .tls, .redirect, .notInCache, .unknownOutcome,
            .interceptor:
            return .unavailable
        case .protocolViolation, .contentCoding, .wrongContent, .tooLarge, .decoding, .validation, .repeatedPage:
            return .unreadable
        case .authentication: return .refused
        case .cancelled: return .interrupted
        case .status(let status): return self.status(of: status.code)
        case .precondition: return .usage
        case .service:
            if error.refusesKey { return .refused }
            if error.newsAPICode == .maximumResultsReached { return .usage }
            if error.isRateLimit { return .rateLimited }
            return self.status(of: code)
        @unknown default: return .unavailable
        }
    }

    private static func status(of code: Int) -> ExitStatus {
        switch code {
        case 401, 403: .refused
        case 429: .rateLimited
        case 426: .refused
        case 200..<500: .usage
        default: .unavailable
        }
    }

    /// Returns the details of an error: where decoding failed, how the response begins, or the reason.
    private static func detail(of error: FetchError) -> String? {
        switch error.kind {
        case .decoding(let failure):
            let place = failure.codingPath.isEmpty ? "" : "At \(failure.codingPath): "
            let expected = failure.expectedType.map { " Expected: \($0)." } ?? ""
            return "\(place)\(failure.reason)\(expected) The response begins with: \(failure.excerpt)"
        case .wrongContent(let content):
            return "The response begins with: \(content.excerpt)"
        case .tls(let reason), .protocolViolation(let reason), .contentCoding(let reason),
            .redirect(.forbidden(let reason)):
            return reason
        default:
            return nil
        }
    }

    private static func hint(for error: FetchError, _ environment: [String: String]) -> String? {
        switch error.kind {
        case .service: break
        case .invalidRequest: return "Change the arguments. Add --help to the command for examples."
        case .timedOut: return "Try again, or allow more time with --timeout."
        case .cannotConnect, .connectionLost:
            return [error.recoverySuggestion, "With --offline, you can read what was loaded before."].compactMap(\.self)
                .joined(separator: " ")
        default: return SelectedError(error).hint
        }
        if error.tmdbCode == .invalidLogin { return "Check the name and the password." }
        if error.refusesKey {
            let variable = error.keyVariable
            let isSet = environment[variable]?.isEmpty == false
            return isSet
                ? "Set \(variable) to a valid key, or unset it to read from the built-in emulator."
                : "Set \(variable) to a valid key, or read from the built-in emulator with --emulator."
        }
        if error.isRateLimit {
            let wait = SelectedError(error).hint ?? "Wait until the service allows more requests."
            return "\(wait) Or read from the emulator with --emulator."
        }
        return switch error.newsAPICode {
        case .sourceDoesNotExist: "List the sources with: gazette sources"
        case .maximumResultsReached: "Use a lower --page or a smaller --limit."
        case .parameterInvalid, .parametersMissing, .parametersIncompatible, .sourcesTooMany:
            "See the options and their values with: gazette help headlines, gazette help search"
        default:
            if error.tmdbCode?.isNotFound == true {
                "Find movies with: gazette movies search"
            } else if error.recoverySuggestion == nil {
                "See: gazette help"
            } else {
                // Without what the service's own message says already.
                SelectedError(error).hint
            }
        }
    }
}

extension FetchError {
    /// Whether the error comes from the movie service, whose error codes are numbers.
    private var isOfMovies: Bool { tmdbCode != nil }

    fileprivate var keyVariable: String {
        (isOfMovies ? ReaderService.movies : .news).keyVariable ?? "the key"
    }

    fileprivate var refusesKey: Bool {
        isOfMovies ? tmdbCode?.refusesKey == true : newsAPICode?.refusesKey == true
    }

    fileprivate var isRateLimit: Bool {
        response?.head.status.code == 429
            || (isOfMovies ? tmdbCode?.isRateLimit == true : newsAPICode?.isRateLimit == true)
    }
}

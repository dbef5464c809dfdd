import HTTPTypes
import Hummingbird

/// An error of the news service: its code, status and message.
struct NewsError: Error {
    let status: HTTPResponse.Status
    let code: String
    let message: String

    var response: Response {
        let body = JSONText.object([
            ("status", .string("error")), ("code", .string(code)), ("message", .string(message)),
        ])
        return NewsRoutes.response(status: status, body)
    }

    private static let upgradeRequired = HTTPResponse.Status(code: 426, reasonPhrase: "Upgrade Required")
    private static let upgrade = "Please upgrade to a paid plan if you need more"

    // MARK: - The key

    static let apiKeyMissing = NewsError(
        status: .unauthorized, code: "apiKeyMissing",
        message:
            "Your API key is missing. Append this to the URL with the apiKey param, or use the x-api-key HTTP header.")
    static let apiKeyInvalid = NewsError(
        status: .unauthorized, code: "apiKeyInvalid",
        message:
            "Your API key is invalid or incorrect. Check your key, or go to https://newsapi.org to create a free API key."
    )
    static let apiKeyDisabled = NewsError(
        status: .unauthorized, code: "apiKeyDisabled", message: "Your API key has been disabled.")
    static let apiKeyExhausted = NewsError(
        status: .tooManyRequests, code: "apiKeyExhausted", message: "Your API key has no more requests available.")
    static let rateLimited = NewsError(
        status: .tooManyRequests, code: "rateLimited",
        message:
            "You have made too many requests recently. Developer accounts are limited to 100 requests over a 24 hour "
            + "period (50 requests available every 12 hours). \(upgrade) requests.")
    static let unexpectedError = NewsError(
        status: .internalServerError, code: "unexpectedError",
        message: "Something went wrong on our side. Try again later.")
    static let userAgentMissing = NewsError(
        status: .badRequest, code: "userAgentMissing",
        message: "Please set your User-Agent header to identify your application. Anonymous requests are not allowed.")
    static let corsNotAllowed = NewsError(
        status: upgradeRequired, code: "corsNotAllowed",
        message: "Requests from the browser are not allowed on the Developer plan, except from localhost.")
    static let notFound = NewsError(
        status: .notFound, code: "endpointNotFound", message: "There is no such endpoint.")

    // MARK: - The parameters

    static func parameterInvalid(_ message: String) -> NewsError {
        NewsError(status: .badRequest, code: "parameterInvalid", message: message)
    }

    static func tooFarInThePast(oldest: String, requested: String) -> NewsError {
        NewsError(
            status: upgradeRequired, code: "parameterInvalid",
            message:
                "You are trying to request results too far in the past. Your plan permits you to request articles as far "
                + "back as \(oldest), but you have requested \(requested). You may need to upgrade to a paid plan.")
    }

    static let parametersMissingForEverything = NewsError(
        status: .badRequest, code: "parametersMissing",
        message:
            "Required parameters are missing, the scope of your search is too broad. Please set any of the following "
            + "required parameters and try again: q, qInTitle, sources, domains.")
    static let parametersMissingForHeadlines = NewsError(
        status: .badRequest, code: "parametersMissing",
        message:
            "Required parameters are missing. Please set any of the following parameters and try again: sources, q, "
            + "language, country, category.")
    static let parametersIncompatible = NewsError(
        status: .badRequest, code: "parametersIncompatible",
        message: "You cannot mix the sources parameter with the country or category parameters.")
    static func sourcesTooMany(_ count: Int) -> NewsError {
        NewsError(
            status: .badRequest, code: "sourcesTooMany",
            message: "You have requested \(count) sources. The maximum is \(NewsParameters.sourceLimit) in one request."
        )
    }

    static func sourceDoesNotExist(_ id: String) -> NewsError {
        NewsError(
            status: .badRequest, code: "sourceDoesNotExist",
            message: "The source you have requested, \(id.prefix(40)), does not exist.")
    }

    static func pageCannotBeLessThanOne(_ page: Int) -> NewsError {
        NewsError(
            status: .badRequest, code: "pageCannotBeLessThanOne",
            message: "The page parameter cannot be less than 1. You have requested \(page).")
    }

    static func maximumResultsReached(offset: Int, end: Int) -> NewsError {
        NewsError(
            status: upgradeRequired, code: "maximumResultsReached",
            message: "You have requested too many results. Developer accounts are limited to a max of "
                + "\(NewsParameters.resultLimit) results. You are trying to request results \(offset) to \(end). "
                + "\(upgrade) results.")
    }
}

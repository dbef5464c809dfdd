import HTTPTypes
import Hummingbird

/// An error of the movie service: its code, status and message.
struct TMDbError: Error {
    let status: HTTPResponse.Status
    let code: Int
    let message: String

    var response: Response {
        .json(
            .object([
                ("success", .bool(false)), ("status_code", .number(code)), ("status_message", .string(message)),
            ]), status: status, fields: [.cacheControl: "no-cache"])
    }

    static let invalidKey = TMDbError(
        status: .unauthorized, code: 7, message: "Invalid API key: You must be granted a valid key.")
    static let suspendedKey = TMDbError(
        status: .unauthorized, code: 10,
        message: "Suspended API key: Access to your account has been suspended, contact TMDB.")
    static let overTheLimit = TMDbError(
        status: .tooManyRequests, code: 25, message: "Your request count (41) is over the allowed limit of (40).")
    static let offline = TMDbError(
        status: .serviceUnavailable, code: 9,
        message: "Service offline: This service is temporarily offline, try again later.")
    static let internalError = TMDbError(
        status: .internalServerError, code: 11, message: "Internal error: Something went wrong, contact TMDB.")
    static let invalidPage = TMDbError(
        status: .badRequest, code: 22,
        message: "Invalid page: Pages start at 1 and max at 500. They are expected to be an integer.")
    static let tooManyAppended = TMDbError(
        status: .badRequest, code: 27,
        message: "Too many append to response objects: The maximum number of remote calls is 20.")
    static let notFound = TMDbError(
        status: .notFound, code: 34, message: "The resource you requested could not be found.")
    static let invalidID = TMDbError(
        status: .notFound, code: 6, message: "Invalid id: The pre-requisite id is invalid or not found.")

    static let authenticationFailed = TMDbError(
        status: .unauthorized, code: 3,
        message: "Authentication failed: You do not have permissions to access the service.")
    static let validationFailed = TMDbError(status: .badRequest, code: 18, message: "Validation failed.")
    static let loginMissing = TMDbError(
        status: .badRequest, code: 26, message: "You must provide a username and password.")
    static let invalidLogin = TMDbError(
        status: .unauthorized, code: 30,
        message: "Invalid username and/or password: You did not provide a valid login.")
    static let disabledAccount = TMDbError(
        status: .unauthorized, code: 31,
        message: "Account disabled: Your account is no longer active. Contact TMDB if this is an error.")
    static let unverifiedAddress = TMDbError(
        status: .unauthorized, code: 32, message: "Email not verified: Your email address has not been verified.")
    static let invalidRequestToken = TMDbError(
        status: .unauthorized, code: 33,
        message: "Invalid request token: The request token is either expired or invalid.")
    static let sessionNotFound = TMDbError(
        status: .notFound, code: 37, message: "The requested session could not be found.")
    static let tokenNotApproved = TMDbError(
        status: .unprocessableContent, code: 41, message: "This request token hasn't been approved by the user.")

    /// Makes an error response in the other form, which the service uses for some invalid parameters.
    static func unprocessable(_ message: String) -> Response {
        .json(.object([("errors", .strings([message]))]), status: .unprocessableContent)
    }
}

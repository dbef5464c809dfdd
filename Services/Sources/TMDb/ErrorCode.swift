public import Freshet

extension TMDb {
    /// An error code of the service. It can represent codes that the service adds later as well.
    ///
    /// See [the service's list](https://developer.themoviedb.org/docs/errors).
    public struct ErrorCode: RawRepresentable, Hashable, Sendable {
        /// The code as sent by the service.
        public let rawValue: Int

        /// Makes a code from its raw value.
        public init(rawValue: Int) { self.rawValue = rawValue }

        /// The id is invalid.
        public static let invalidID = ErrorCode(rawValue: 6)
        /// The key is invalid.
        public static let invalidKey = ErrorCode(rawValue: 7)
        /// The service is temporarily offline.
        public static let serviceOffline = ErrorCode(rawValue: 9)
        /// The key is suspended.
        public static let suspendedKey = ErrorCode(rawValue: 10)
        /// The service has an internal error.
        public static let internalError = ErrorCode(rawValue: 11)
        /// The entry does not exist.
        public static let entryNotFound = ErrorCode(rawValue: 21)
        /// The page isn't between 1 and 500.
        public static let invalidPage = ErrorCode(rawValue: 22)
        /// A server behind the service didn't respond in time.
        public static let backendTimedOut = ErrorCode(rawValue: 24)
        /// There were too many requests.
        public static let overTheLimit = ErrorCode(rawValue: 25)
        /// More than 20 parts were appended.
        public static let tooManyAppended = ErrorCode(rawValue: 27)
        /// The resource does not exist.
        public static let notFound = ErrorCode(rawValue: 34)
        /// The name or the password is wrong.
        public static let invalidLogin = ErrorCode(rawValue: 30)
        /// The person hasn't approved the request token.
        public static let tokenNotApproved = ErrorCode(rawValue: 41)
        /// The token is invalid.
        public static let invalidToken = ErrorCode(rawValue: 35)
        /// A server behind the service is unreachable.
        public static let backendUnreachable = ErrorCode(rawValue: 43)
        /// The service is in maintenance.
        public static let maintenance = ErrorCode(rawValue: 46)

        /// Whether the key or token is missing, invalid, disabled or lacks permission.
        public var refusesKey: Bool {
            [3, 7, 10, 14, 16, 17, 30, 31, 32, 33, 35, 36, 38, 39, 45].contains(rawValue)
        }

        /// Whether too many requests were sent in a short time.
        public var isRateLimit: Bool { self == .overTheLimit }

        /// Whether the movie, person or path does not exist.
        public var isNotFound: Bool { [.invalidID, .entryNotFound, .notFound].contains(self) }

        /// Whether the same request may succeed later.
        var isRetryable: Bool {
            [
                .serviceOffline, .internalError, .backendTimedOut, .overTheLimit, .backendUnreachable, .maintenance,
            ].contains(self)
        }
    }
}

extension FetchError {
    /// The error code of TMDb, if the service reported one.
    public var tmdbCode: TMDb.ErrorCode? {
        guard case .service(let error) = kind else { return nil }
        return error.code.flatMap { Int($0) }.map(TMDb.ErrorCode.init(rawValue:))
    }
}

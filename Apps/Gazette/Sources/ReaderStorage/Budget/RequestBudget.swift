package import Foundation
package import Freshet
import HTTPTypes
import NIOConcurrencyHelpers
import PostgreSQL

/// The most requests that all processes together send to a service within a day of UTC, as a free key of NewsAPI
/// allows.
///
/// A request that is over the budget is not sent: it gets 429 (RFC 6585 §4) with the seconds until the next day. What
/// a cache between Gazette and the service responds counts as not sent; it says so in `X-Cache-Status`.
package final class RequestBudget: Interceptor {
    private let service: String
    private let limit: Int
    private let now: @Sendable () -> Date
    private let database = NIOLockedValueBox<(any ReaderDatabase)?>(nil)

    /// Makes a budget, which a web server counts in its database. Before that, nothing is counted.
    ///
    /// - Parameter service: The name under which the requests are counted.
    package init(of service: String, perDay limit: Int, now: @escaping @Sendable () -> Date = { Date() }) {
        self.service = service
        self.limit = limit
        self.now = now
    }

    package func count(in database: (any ReaderDatabase)?) {
        self.database.withLockedValue { $0 = database }
    }

    /// Sends a request if the budget allows it.
    ///
    /// - Throws: What the stages after it throw.
    package func intercept(
        _ request: OutgoingRequest, context: CallContext, next: Next
    ) async throws(FetchError) -> IncomingResponse {
        guard let database = database.withLockedValue({ $0 }) else { return try await next(request) }
        let seconds = now().timeIntervalSince1970
        let day = Int(seconds / Self.day)
        guard await take(day, database) else {
            let rest = Int((Double(day + 1) * Self.day - seconds).rounded(.up))
            return IncomingResponse(
                head: HTTPResponse(status: .tooManyRequests, headerFields: [.retryAfter: String(rest)]))
        }
        let response = try await next(request)
        if let status = response.head.headerFields[.cacheStatusOfNginx], Self.stored.contains(status) {
            await giveBack(day, database)
        }
        return response
    }

    private static let day = 24 * 3600.0
    /// The values with which nginx says that the service was not asked.
    private static let stored: Set = ["HIT", "STALE", "UPDATING"]

    // MARK: - The table

    static let schema: StaticString = """
        CREATE TABLE gazette.budget (
            service text NOT NULL PRIMARY KEY,
            day bigint NOT NULL,
            used bigint NOT NULL);
        """

    /// Counts a request; `false` if no more are allowed. While the database can't be used, requests are not counted.
    private func take(_ day: Int, _ database: any ReaderDatabase) async -> Bool {
        let counted = try? await database.transaction { [service, limit] runner in
            try runner.rows(
                """
                INSERT INTO gazette.budget AS known (service, day, used) VALUES ($1, $2, 1)
                ON CONFLICT (service) DO UPDATE
                SET used = CASE WHEN known.day = excluded.day THEN known.used + 1 ELSE 1 END, day = excluded.day
                WHERE known.day <> excluded.day OR known.used < $3 RETURNING used
                """, [.text(service), .int(day), .int(limit)]
            ).first != nil
        }
        return counted ?? true
    }

    private func giveBack(_ day: Int, _ database: any ReaderDatabase) async {
        try? await database.transaction { [service] runner in
            try runner.run(
                "UPDATE gazette.budget SET used = used - 1 WHERE service = $1 AND day = $2 AND used > 0",
                [.text(service), .int(day)])
        }
    }
}

extension RequestBudget: Inspectable {
    /// How many requests of the day were sent.
    package var inspectedPart: InspectedPart {
        get async {
            let day = Int(now().timeIntervalSince1970 / Self.day)
            return InspectedPart(
                "Request budget", [("service", service), ("today", await used(day) ?? "the database can't be read")])
        }
    }

    private func used(_ day: Int) async -> String? {
        guard let database = database.withLockedValue({ $0 }) else { return "not counted" }
        let used = try? await database.transaction { [service] runner in
            try runner.rows(
                "SELECT used FROM gazette.budget WHERE service = $1 AND day = $2", [.text(service), .int(day)]
            ).first?.int("used") ?? 0
        }
        return used.map { "\($0) of \(limit)" }
    }
}

extension HTTPField.Name {
    // swift-format-ignore: NeverForceUnwrap
    fileprivate static let cacheStatusOfNginx = HTTPField.Name("X-Cache-Status")!
}

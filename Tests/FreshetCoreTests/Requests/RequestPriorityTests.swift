import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// The urgency of a request, as servers learn it (RFC 9218).
@Suite(.timeLimit(.minutes(1)))
struct RequestPriorityTests {
    private let item = Request<Shop, Shop.Item>.item("tea")

    @Test(
        "The field has what differs from the defaults (RFC 9218 §4)",
        arguments: [
            (RequestPriority(), nil), (RequestPriority(urgency: 3), nil), (RequestPriority(urgency: 0), "u=0"),
            (RequestPriority(isIncremental: true), "i"), (RequestPriority(urgency: 1, isIncremental: true), "u=1, i"),
            (RequestPriority(urgency: 99), "u=7"), (RequestPriority(urgency: -1), "u=0"),
        ])
    func field(priority: RequestPriority, field: String?) async throws {
        let sent = try await Shop.sent(item.priority(priority).map { $0 }).head
        #expect(sent.headerFields[.priority] == field)
    }

    @Test func aFieldOfTheRequestOrOfAnInterceptorReplacesIt() async throws {
        let urgent = item.priority(RequestPriority(urgency: 1))
        #expect(try await Shop.sent(urgent.header(.priority, "u=6")).head.headerFields[.priority] == "u=6")
        let intercepted = urgent.intercepting(attempt: Lowering())
        #expect(try await Shop.sent(intercepted).head.headerFields[.priority] == "u=7")
        #expect(try await Shop.sent(urgent).head.headerFields[.priority] == "u=1")
    }

    private struct Lowering: Interceptor {
        func intercept(
            _ request: OutgoingRequest, context: CallContext, next: Next
        ) async throws(FetchError) -> IncomingResponse {
            var request = request
            request.headers[.priority] = "u=7"
            return try await next(request)
        }
    }
}

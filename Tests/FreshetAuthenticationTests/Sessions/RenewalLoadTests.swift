import Foundation
import FreshetAuthentication
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// Many calls that are refused at once.
@Suite(.timeLimit(.minutes(10)))
struct RenewalLoadTests {
    @Test(arguments: [nil, RateLimit(callsAtOnce: 8, waiters: 20_000)] as [RateLimit?])
    func tenThousandRefusedCallsRenewOnce(rateLimit: RateLimit?) async throws {
        let count = TestLength.count(2_000, long: 10_000)
        let office = TicketOffice()
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let clients = (0..<2).map { _ in
            office.client(session) { configuration in
                configuration.observers = []
                configuration.rateLimit = rateLimit
            }
        }
        office.refuseAll()
        let names = try await withThrowingTaskGroup(of: String.self) { group in
            for number in 0..<count {
                group.addTask { try await clients[number % 2].value(for: .own("\(number)")).name }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(names.count == count && names.allSatisfy { $0 == "ann" })
        #expect(office.renewals == 1)
    }
}

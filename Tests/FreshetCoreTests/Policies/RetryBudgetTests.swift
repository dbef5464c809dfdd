import Testing

@testable import FreshetCore

/// How much the calls to one host may try again.
struct RetryBudgetTests {
    private let budget = RetryBudget(share: 0.2, reserve: 10)

    @Test func anOutageCostsAFifthOfTheTraffic() {
        var balance = RetryBalance(budget, now: .zero)
        var retries = 0
        for _ in 0..<1000 {
            balance.earn(budget, now: .zero)
            if balance.spend(budget, now: .zero) { retries += 1 }
        }
        // The reserve, and a fifth of the calls that came before it was used up and after.
        #expect((200...210).contains(retries))
    }

    @Test func theReserveIsBoundedAndComesBack() {
        var balance = RetryBalance(budget, now: .zero)
        for _ in 0..<1000 { balance.earn(budget, now: .zero) }
        let times: [Duration] = Array(repeating: .zero, count: 11) + [.seconds(9), .seconds(10), .seconds(19)]
        let responses = times.map { balance.spend(budget, now: $0) }
        #expect(responses == Array(repeating: true, count: 10) + [false, false, true, false])
        balance.earn(budget, now: .seconds(1000))
        #expect(balance.retries == 10)
    }

    @Test func fiveCallsEarnOneRetry() {
        let budget = RetryBudget(share: 0.2, reserve: 1)
        var balance = RetryBalance(budget, now: .zero)
        let first = balance.spend(budget, now: .zero)
        for _ in 0..<5 { balance.earn(budget, now: .zero) }
        let second = balance.spend(budget, now: .zero)
        #expect(first)
        #expect(second)
    }

    @Test func hostsAreForgottenInTheOrderOfTheirUse() throws {
        let hosts = try (0..<9).map { try WebAddress("https://h\($0).example").origin }
        var table = HostTable<Int>(limit: 3) { $0 < 0 }
        for number in 0..<3 { table.update(hosts[number], or: 0) { $0 = number } }
        table.update(hosts[0], or: 9) { $0 += 100 }
        table.update(hosts[3], or: 3) { _ in }
        #expect(table.count == 3)
        let kept = table.update(hosts[0], or: 9) { $0 }
        let forgotten = table.update(hosts[1], or: 9) { $0 }
        #expect(kept == 100)
        #expect(forgotten == 9)
        // A busy host stays, even when all are.
        for host in hosts { table.update(host, or: -1) { $0 = -1 } }
        #expect(table.count > 3)
    }
}

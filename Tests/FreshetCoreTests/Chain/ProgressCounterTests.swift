import Foundation
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetCore

/// When progress is reported, and what it says of rates.
struct ProgressCounterTests {
    @Test("At most sixty reports come in a second, and the last always")
    func pace() throws {
        var counter = ProgressCounter()
        counter.begin(sending: 100_000)
        var reports: [TransferProgress] = []
        for millisecond in 0..<1000 {
            let now = Duration.milliseconds(millisecond)
            counter.countSent(100, at: now)
            if let report = counter.report(at: now) { reports.append(report) }
        }
        #expect((50...60).contains(reports.count))
        #expect(reports.allSatisfy { !$0.isLast })
        let now = Duration.milliseconds(999)
        let early = counter.report(at: now)
        #expect(early == nil)
        counter.end()
        let end = counter.report(at: now)
        let last = try #require(end)
        #expect(last.isLast && last.sent.bytes == 100_000 && last.sent.fraction == 1 && last.sent.remaining == .zero)
        counter.end()
        let further = counter.report(at: now)
        #expect(further == nil)
    }

    @Test func theServersNumbersMayBeTheLargest() {
        var counter = ProgressCounter()
        let (start, end) = (Int.max - 10, Int.max)
        counter.beginReceiving(
            HTTPResponse(
                status: .partialContent, headerFields: [.contentRange: "bytes \(start)-\(end - 1)/\(end)"]))
        counter.countReceived(1000, at: .zero)
        #expect(counter.received.bytes == .max && counter.received.total == .max)
        let slow = TransferProgress.Direction(bytes: 1, total: .max, rate: 0.0001)
        #expect(slow.remaining == .seconds(1e18))
    }

    @Test(
        "The remaining time has a short form for people",
        arguments: [
            (0, "0 sec"), (1, "1 sec"), (59_001, "1 min"), (60_000, "1 min"), (125_000, "2 min, 5 sec"),
            (3_725_000, "1 hr, 3 min"), (360_000_000, "100 hr"),
        ])
    func remainingText(milliseconds: Int, text: String) {
        let direction = TransferProgress.Direction(bytes: 0, total: milliseconds, rate: 1000)
        #expect(direction.remainingText(locale: Locale(identifier: "en_US")) == text)
        #expect(TransferProgress.Direction(total: milliseconds).remainingText() == nil)
    }

    @Test("No total and no rate is too much for the remaining time", arguments: [1e-300, 5e-324, 1e300])
    func remainingOfAnyNumbers(rate: Double) {
        let direction = TransferProgress.Direction(bytes: 0, total: .max, rate: rate)
        #expect(direction.remaining.map { $0 >= .zero } == true && direction.remainingText()?.isEmpty == false)
    }

    @Test func aMillionCountsAreQuick() {
        var counter = ProgressCounter()
        counter.begin(sending: nil)
        var reports = 0
        for microsecond in 0..<1_000_000 {
            let now = Duration.microseconds(microsecond)
            counter.countReceived(10, at: now)
            if counter.report(at: now) != nil { reports += 1 }
        }
        #expect((50...60).contains(reports) && counter.received.bytes == 10_000_000)
    }

    @Test("Any length that a server states has a remaining time", arguments: [1, 1e-3, 1e-300, .infinity])
    func remaining(rate: Double) throws {
        let direction = TransferProgress.Direction(bytes: 1, total: .max, rate: rate)
        #expect(try #require(direction.remaining) >= .zero)
    }

    @Test("The rate is that of the last seconds")
    func rate() throws {
        var rate = ByteRate(total: 100_000)
        for tenth in 0..<100 { rate.count(100, at: .milliseconds(100 * tenth)) }  // 1000 bytes/s for ten seconds
        let early = try #require(rate.direction(at: .seconds(10)).rate)
        #expect(early.rounded() == 1000)
        for tenth in 100..<200 { rate.count(500, at: .milliseconds(100 * tenth)) }  // then 5000
        let direction = rate.direction(at: .seconds(20))
        #expect(direction.bytes == 60_000)
        let late = try #require(direction.rate)
        #expect((4500...5500).contains(late))
        let remaining = try #require(direction.remaining)
        #expect(remaining < .seconds(10))
    }

    @Test func aStallLowersTheRate() throws {
        var rate = ByteRate()
        for tenth in 0..<20 { rate.count(100, at: .milliseconds(100 * tenth)) }
        #expect(rate.direction(at: .milliseconds(100)).rate == nil)
        let (soon, late) = (rate.direction(at: .seconds(2)).rate, rate.direction(at: .seconds(20)).rate)
        let (fast, slow) = (try #require(soon), try #require(late))
        #expect(slow < fast / 5)
    }

    @Test func anAttemptBeginsAgain() throws {
        var counter = ProgressCounter()
        counter.begin(sending: 10)
        counter.countSent(10, at: .zero)
        counter.beginReceiving(HTTPResponse(status: .ok, headerFields: [.contentLength: "4"]))
        counter.countReceived(2, at: .zero)
        let first = counter.report(at: .zero)
        #expect(first?.received.fraction == 0.5)
        counter.begin(sending: 10)
        counter.end()
        let end = counter.report(at: .seconds(1))
        let report = try #require(end)
        #expect(report.sent.bytes == 0 && report.sent.total == 10)
        #expect(report.received == TransferProgress.Direction())
    }

    @Test(
        "Fractions and times",
        arguments: [
            (TransferProgress.Direction(bytes: 5, total: 10, rate: 5), 0.5, Duration.seconds(1)),
            (TransferProgress.Direction(bytes: 5), nil, nil),
            (TransferProgress.Direction(bytes: 12, total: 10), 1, nil),
            (TransferProgress.Direction(total: 0, rate: 3), 1, .zero),
            (TransferProgress.Direction(total: 10, rate: 0), 0, nil),
        ] as [(TransferProgress.Direction, Double?, Duration?)])
    func numbers(direction: TransferProgress.Direction, fraction: Double?, remaining: Duration?) {
        #expect(direction.fraction == fraction && direction.remaining == remaining)
    }
}

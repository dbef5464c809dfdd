import BenchmarkKit
import Foundation
import Freshet
import FreshetInspector

/// What is measured of an inspector.
struct InspectorRow: Encodable {
    private struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private static let few = 10_000
    private static let many = 1_000_000

    let what: String
    let value: Double

    /// Measures all rows, prints them as a table, and compares them with the thresholds.
    static func measureAll(json file: String?, thresholds: String?) async throws {
        let shop = Shop.client()
        var limits = Inspector.Limits()
        limits.exchangeBytes = 0
        let observed = try await medians(shop, Shop.client(observer: IdleObserver()))
        let logged = try await medians(shop, Shop.client(Inspector(limits: limits)))
        let inspector = Inspector()
        let inspected = Shop.client(inspector)
        let usual = try await medians(shop, inspected)
        let server = try await inspector.start()
        let page = try await Page.open(server.address)
        let watched = try await medians(shop, inspected)
        await page.close()
        let silent = try await SilentReader.open(server.address)
        let unread = try await medians(shop, inspected)
        await silent.close()
        await server.stop()
        let memory = try memory()
        let rows = [
            InspectorRow(what: "a fetched call without an inspector, in µs", value: usual.call),
            InspectorRow(what: "with an observer that does nothing, in µs more", value: observed.more),
            InspectorRow(what: "with the log of an inspector alone, in µs more", value: logged.more),
            InspectorRow(what: "with its log and the recorded exchanges, in µs more", value: usual.more),
            InspectorRow(what: "the same with its page open, in µs more", value: watched.more),
            InspectorRow(what: "the same with a page that does not read, in µs more", value: unread.more),
            InspectorRow(what: "memory after 10,000 calls with the page open, in MiB", value: memory.few),
            InspectorRow(what: "memory after 1,000,000 calls with the page open, in MiB", value: memory.many),
        ]
        print(table([["an inspector", ""]] + rows.map { [$0.what, $0.value.text(1)] }))
        try write(rows, to: file)
        guard let thresholds else { return }
        let bounds = try Thresholds(file: thresholds).inspector
        var verdict = Verdict()
        // Events are made for every observer: what the log adds to that is its own.
        verdict.check(
            "the log, beyond an observer that does nothing, in µs", logged.more - observed.more,
            atMost: bounds.atMostMore)
        for row in rows[3...5] { verdict.check(row.what, row.value, atMost: bounds.atMostMoreWithExchanges) }
        verdict.check(
            "memory after 1,000,000 calls to that after 10,000", memory.many / memory.few, atMost: bounds.atMostGrowth)
        verdict.conclude()
    }

    // MARK: - Time

    /// The time of a call of a client, and how much longer one of another client takes: medians over batches in turn.
    private static func medians(
        _ first: Client<Shop>, _ second: Client<Shop>
    ) async throws -> (call: Double, more: Double) {
        let (batches, count) = (201, 200)
        var (calls, differences): ([Double], [Double]) = ([], [])
        for batch in 0..<batches {
            let usual = try await microseconds(first, count)
            let other = try await microseconds(second, count)
            // What is loaded with the first batches does not count.
            guard batch > 10 else { continue }
            calls.append(usual)
            differences.append(other - usual)
        }
        return (median(calls), median(differences))
    }

    private static func microseconds(_ client: Client<Shop>, _ count: Int) async throws -> Double {
        let start = ContinuousClock.now
        try await client.call(count)
        return (ContinuousClock.now - start) / .microseconds(1) / Double(count)
    }

    // MARK: - Memory

    /// The memory of a process of its own after few and after many calls, in MiB.
    private static func memory() throws -> (few: Double, many: Double) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(fileURLWithPath: CommandLine.arguments[0])
        process.arguments = ["memory"]
        process.standardOutput = output
        try process.run()
        let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        let figures = text.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard figures.count == 2 else { throw Failure(description: "The memory was not measured.") }
        return (figures[0] / 1_048_576, figures[1] / 1_048_576)
    }

    /// Makes many calls with the page open, and prints the bytes of the process after few and after all of them.
    static func printMemory() async throws {
        let inspector = Inspector()
        let shop = Shop.client(inspector)
        let server = try await inspector.start()
        let page = try await Page.open(server.address)
        try await shop.call(few)
        // What the first readings of the page load does not count.
        try await Page.read(server.address, times: 5)
        let before = residentMemory().now
        try await shop.call(many - few)
        let after = residentMemory().now
        await page.close()
        await server.stop()
        print(before, after)
    }
}

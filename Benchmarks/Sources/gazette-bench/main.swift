import BenchmarkKit
import Foundation

// Measures the web app under load. The usage below lists the options.
if CommandLine.arguments.dropFirst().first == "pages" {
    let executable = option("--program") ?? "../Apps/Gazette/.build/release/gazette"
    let rows = try await PageLoad(
        executables: [executable] + [option("--against")].compactMap(\.self),
        seconds: option("--seconds").flatMap(Double.init) ?? 5
    ).measure()
    print(PageLoad.table(rows))
    try write(rows, to: option("--json"))
    exit(0)
}
if CommandLine.arguments.dropFirst().first == "feeds" {
    let outcome = try await FeedLoad(
        executable: option("--program") ?? "../Apps/Gazette/.build/release/gazette",
        server: ProcessInfo.processInfo.environment["GAZETTE_TEST_DATABASE"],
        feeds: option("--feeds").flatMap(Int.init) ?? 500, items: option("--items").flatMap(Int.init) ?? 200
    ).measure()
    print(FeedLoad.table(outcome))
    try write(outcome, to: option("--json"))
    exit(0)
}
if let kind = CommandLine.arguments.dropFirst().first, ["members", "crowd"].contains(kind) {
    guard let server = ProcessInfo.processInfo.environment["GAZETTE_TEST_DATABASE"] else {
        print("It needs a PostgreSQL server: run it by scripts/with-postgresql.")
        exit(69)
    }
    func number(_ name: String, _ standard: Int) -> Int { option(name).flatMap(Int.init) ?? standard }
    let executable = option("--program") ?? "../Apps/Gazette/.build/release/gazette"
    let accounts = number("--accounts", 1000)
    if kind == "crowd" {
        let outcome = try await FeedCrowd(
            server: server, executable: executable, accounts: accounts, processes: number("--processes", 2)
        ).measure()
        print(outcome.tables)
        try write(outcome, to: option("--json"))
    } else {
        let outcome = try await MemberLoad(
            server: server, executable: executable, accounts: accounts, processes: number("--processes", 1),
            seconds: number("--seconds", 10)
        ).measure()
        print(outcome.tables)
        try write(outcome, to: option("--json"))
    }
    exit(0)
}
let arguments = Array(CommandLine.arguments.dropFirst().prefix { $0 != "--json" })
let numbers = arguments.prefix(3).map { Int($0) ?? 0 } + Array([500, 200, 20].dropFirst(min(3, arguments.count)))
guard numbers.allSatisfy({ $0 > 0 }) else {
    print("usage: gazette-bench [visitors] [inputs a second] [seconds] [view] [path of gazette] [--json FILE]")
    print("       gazette-bench members [--accounts N] [--processes N] [--seconds N] [--program GAZETTE] [--json FILE]")
    print("       gazette-bench feeds [--feeds N] [--items N] [--program GAZETTE] [--json FILE]")
    print("       gazette-bench crowd [--accounts N] [--processes N] [--program GAZETTE] [--json FILE]")
    print("       gazette-bench pages [--against OTHER-GAZETTE] [--program GAZETTE] [--seconds N] [--json FILE]")
    exit(64)
}
let load = Load(
    visitors: numbers[0], rate: numbers[1], seconds: numbers[2],
    view: arguments.count > 3 ? arguments[3] : "/people",
    executable: arguments.count > 4 ? arguments[4] : "../Apps/Gazette/.build/release/gazette")
let report = try await load.measure()
print(report.tables)
try write(report, to: option("--json"))
if report.exitCode != 0 { exit(1) }

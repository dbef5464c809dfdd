import BenchmarkKit
import Foundation

// The cost of writes that survive a restart: outbox-bench [--json FILE]. Each row has a process and a file of its own.
let arguments = CommandLine.arguments
if arguments.count > 2, arguments[1] == "row", let row = OutboxRow(rawValue: arguments[2]) {
    print(try await row.measured())
} else if arguments.count > 2, arguments[1] == "growth" {
    print(try await OutboxRow.growth(opening: arguments[2]))
} else {
    try OutboxRow.measureAll(json: option("--json"))
}

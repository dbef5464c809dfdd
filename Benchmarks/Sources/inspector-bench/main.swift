import BenchmarkKit
import FreshetInspector

let arguments = CommandLine.arguments
switch arguments.dropFirst().first {
case "memory": try await InspectorRow.printMemory()
// For a profiler.
case "calls-of" where arguments.count > 3:
    try await Shop.client(arguments[2] == "inspected" ? Inspector() : nil).call(Int(arguments[3]) ?? 0)
case nil, "--json", "--thresholds":
    try await InspectorRow.measureAll(json: option("--json"), thresholds: option("--thresholds"))
default: print("usage: inspector-bench [--json FILE] [--thresholds FILE] | calls-of plain|inspected COUNT")
}

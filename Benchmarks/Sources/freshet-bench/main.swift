import BenchmarkKit

let arguments = CommandLine.arguments
let (json, thresholds) = (option("--json"), option("--thresholds"))

switch arguments.dropFirst().first {
case "serve": try await Download.serve()
case "download": try await Download.measure()
case "merge": Merge.measure()
case "calls": try await Calls.measure()
case "decoding": try Decoding.measure(json: json, thresholds: thresholds)
case "pieces" where arguments.count > 2: try Pieces.show(arguments[2], json: json, thresholds: thresholds)
case "memory" where arguments.count > 2: try await Memory.measure(arguments[2])
case "memory": try Memory.measure()
case "soak": try await Soak.measure()
default:
    print(
        """
        usage: freshet-bench download|merge|calls|memory|soak
               freshet-bench decoding [--json FILE] [--thresholds FILE]
               freshet-bench pieces RESULTS [--json FILE] [--thresholds FILE]
        """)
}

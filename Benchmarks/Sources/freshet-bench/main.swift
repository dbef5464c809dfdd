import BenchmarkKit
import Foundation

let arguments = CommandLine.arguments
let (json, thresholds) = (option("--json"), option("--thresholds"))

switch arguments.dropFirst().first {
case "serve": try await Files.serve()
case "download": try await Download.measure(json: json)
case "upload": try await Upload.measure(json: json)
case "merge": Merge.measure()
case "calls": try await Calls.measure()
case "calls-of" where arguments.count > 3:
    guard let call = CountedCall(rawValue: arguments[2]) else { exit(64) }
    call.make(Int(arguments[3]) ?? 0, at: option("--at"), areTraced: arguments.contains("--traced"))
case "decodings-of" where arguments.count > 3:
    try Instructions.decode(Int(arguments[3]) ?? 0, byFoundation: arguments[2] == "foundation")
case "instructions": try await Instructions.measure(json: json, thresholds: thresholds)
case "decoding": try Decoding.measure(json: json, thresholds: thresholds)
case "pieces" where arguments.count > 2:
    try Pieces.show(arguments[2], areAll: !arguments.contains("--some"), json: json, thresholds: thresholds)
case "memory": try Memory.measure(json: json, thresholds: thresholds)
case "memory-of" where arguments.count > 2: try await Memory.measure(arguments[2])
default:
    print(
        """
        usage: freshet-bench merge|calls
               freshet-bench calls-of raw|fetched|fresh|stream|resource|recorded|wire COUNT [--at ADDRESS] [--traced]
               freshet-bench decodings-of freshet|foundation COUNT
               freshet-bench decoding|memory|instructions [--json FILE] [--thresholds FILE]
               freshet-bench download|upload [--json FILE]
               freshet-bench pieces RESULTS [--some] [--json FILE] [--thresholds FILE]
        """)
}

let arguments = CommandLine.arguments
let file = arguments.firstIndex(of: "--json").flatMap { $0 + 1 < arguments.count ? arguments[$0 + 1] : nil }

switch arguments.dropFirst().first {
case "serve": try await Download.serve()
case "download": try await Download.measure()
case "merge": Merge.measure()
case "calls": try await Calls.measure()
case "decoding": try Decoding.measure(json: file)
case "memory" where arguments.count > 2: try await Memory.measure(arguments[2])
case "memory": try Memory.measure()
case "soak": try await Soak.measure()
default: print("usage: freshet-bench download|merge|calls|decoding [--json FILE]|memory|soak")
}

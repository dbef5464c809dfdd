import Foundation
import Testing

/// Sees that each test that the page of rules names is there.
struct RulesPageTests {
    @Test func everyRuleHasItsTest() throws {
        let tests = URL(filePath: #filePath).deletingLastPathComponent()
        let page = try String(
            contentsOf: tests.deletingLastPathComponent().deletingLastPathComponent()
                .appending(path: "Sources/FreshetResources/FreshetResources.docc/ResourceRules.md"), encoding: .utf8)
        let code = try FileManager.default.subpathsOfDirectory(atPath: tests.path).filter { $0.hasSuffix(".swift") }
            .map { try String(contentsOf: tests.appending(path: $0), encoding: .utf8) }.joined()
        let rows = page.split(separator: "\n").filter { $0.hasPrefix("| ") && $0.hasSuffix("` |") }
        for row in rows {
            let cell = row.split(separator: "|").last ?? ""
            for name in cell.split(separator: ",").map({ $0.filter { $0 != "`" && $0 != " " } }) {
                // Not in the expectation, which would print all of the code.
                let isThere = code.contains("func \(name)(")
                #expect(isThere, "\(name)")
            }
        }
        #expect(rows.count > 40)
    }
}

import ServiceGenerator
import Testing

struct ChangesTests {
    @Test func changedSignaturesAreRemovedAndAdded() throws {
        func service(_ type: String) throws -> [GeneratedFile] {
            try Generated(
                """
                paths: {/a: {get: {operationId: a, parameters: [{name: b, in: query, schema: {type: \(type)}}]}}}
                """
            ).files
        }
        let scope = "Request where API == API, Value == Void: "
        let changes = Changes(from: try service("string"), to: try service("integer"))
        #expect(
            changes.lines == [
                "- \(scope)static func a(b: String? = nil) -> Self", "+ \(scope)static func a(b: Int? = nil) -> Self",
            ])
        #expect(Changes(from: try service("string"), to: try service("string")).isEmpty)
    }

    @Test func signaturesOverSeveralLinesAreCompared() throws {
        func service(_ type: String) throws -> [GeneratedFile] {
            let parameters = (0..<9).map { "{name: parameter_\($0), in: query, schema: {type: \(type)}}" }
            return try Generated(
                "paths: {/a: {get: {operationId: a, parameters: [\(parameters.joined(separator: ", "))]}}}"
            ).files
        }
        let lines = Changes(from: try service("string"), to: try service("integer")).lines
        #expect(lines.count == 2)
        #expect(lines.allSatisfy { $0.contains("parameter8: ") && $0.hasSuffix(") -> Self") })
    }
}

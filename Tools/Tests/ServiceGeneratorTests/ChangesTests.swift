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
}

import Foundation
import OpenAPIDocuments
import Testing

struct OpenAPIDocumentTests {
    private func document(_ text: String) throws -> OpenAPIDocument {
        try OpenAPIDocument(DocumentReader.read(Data(text.utf8)))
    }

    @Test("Versions", arguments: [("3.0.3", false), ("3.1.0", true)])
    func versionsAreRecognised(_ version: String, _ is31: Bool) throws {
        #expect(try document("openapi: \(version)\npaths: {}\n").isVersion31 == is31)
    }

    @Test(
        "Other documents",
        arguments: [
            ("swagger: \"2.0\"\n", DocumentError.Kind.unsupported), ("openapi: 4.0.0\npaths: {}\n", .unsupported),
            ("title: x\n", .wrong), ("openapi: 3.0.0\npaths: []\n", .wrong),
            ("openapi: 3.0.0\npaths: {a: {}}\n", .wrong),
            ("- 1\n", .wrong),
        ])
    func otherDocumentsAreErrors(_ text: String, _ kind: DocumentError.Kind) {
        #expect {
            _ = try document(text)
        } throws: {
            ($0 as? DocumentError)?.kind == kind
        }
    }

    @Test(
        "References",
        arguments: [
            ("#/x/a~1b", "7"), ("#/x/c%20d/0", "8"), ("#/x/loop", nil), ("#/x/none", nil),
            ("https://example.com/x.yaml#/y", nil),
        ])
    func referencesAreFollowed(_ reference: String, _ value: String?) throws {
        let document = try document(
            """
            openapi: 3.0.0
            paths: {}
            x: {a/b: 7, c d: [8], loop: {$ref: '#/x/loop'}}
            y: {$ref: '\(reference)'}
            """)
        let node = try #require(document.root["y"])
        #expect((try? document.resolved(node))?.scalarText == value)
    }

    @Test func operationParametersReplaceThoseOfThePath() throws {
        let document = try document(
            """
            openapi: 3.0.0
            paths:
              /a:
                parameters: [{name: x, in: query}, {name: y, in: query}]
                get: {parameters: [{name: x, in: query, required: true}]}
            """)
        let parameters = try document.operations[0].parameters(in: document)
        #expect(parameters.map(\.name) == ["x", "y"])
        #expect(parameters.map(\.isRequired) == [true, false])
    }
}

import Foundation
import OpenAPIDocuments
import ServiceGenerator

/// What the generator writes for a document in a test.
struct Generated {
    let files: [GeneratedFile]
    let omissions: [String]

    /// Generates a service for a document, whose head is added.
    init(_ text: String, _ options: GeneratorOptions = GeneratorOptions(name: "API")) throws {
        let head = "openapi: 3.1.0\ninfo: {title: Test, version: '1'}\n"
        let root = try DocumentReader.read(Data((head + text).utf8))
        let output = try ServiceGenerator.generate(OpenAPIDocument(root), options: options)
        files = output.files
        omissions = output.omissions
    }

    /// The text of all files.
    var text: String { files.map(\.text).joined() }

    /// Generates a service whose only operation returns a component with the name `Value`.
    static func schemas(_ schemas: String) throws -> Generated {
        let lines = schemas.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
        return try Generated(
            """
            paths:
              /value:
                get:
                  responses: {"200": {content: {application/json: {schema: {$ref: '#/components/schemas/Value'}}}}}
            components:
              schemas:
            \(lines.joined(separator: "\n"))
            """)
    }
}

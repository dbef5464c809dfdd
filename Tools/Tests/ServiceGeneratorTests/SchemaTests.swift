import OpenAPIDocuments
import ServiceGenerator
import Testing

struct SchemaTests {
    @Test(
        "Types",
        arguments: [
            ("{type: string}", "String?"), ("{type: integer}", "Int?"), ("{type: integer, format: int64}", "Int64?"),
            ("{type: number}", "Double?"), ("{type: boolean}", "Bool?"), ("{type: string, format: date-time}", "Date?"),
            ("{type: string, format: date}", "Day?"), ("{type: string, format: byte}", "Data?"),
            ("{type: string, format: uuid}", "UUID?"), ("{type: string, format: uri}", "URL?"),
            ("{type: string, format: int64}", "Textual<Int64>?"),
            ("{type: string, format: decimal}", "Textual<Decimal>?"),
            ("{type: array, items: {type: [string, 'null']}}", "[String?]?"), ("{}", "JSON?"),
            ("{type: object}", "[String: JSON]?"),
            ("{type: object, additionalProperties: {type: integer}}", "[String: Int]?"),
            ("{anyOf: [{type: string}, {type: 'null'}]}", "String?"),
            ("{oneOf: [{$ref: '#/components/schemas/B'}, {type: 'null'}]}", "B?"),
            ("{anyOf: [{$ref: '#/components/schemas/E'}, {type: 'null'}]}", "E?"),
            ("{allOf: [{$ref: '#/components/schemas/B'}], description: x}", "B?"),
            ("{type: string, nullable: true}", "String?"),
            ("{enum: [a, b]}", "ValueA?"), ("{enum: [a]}", "String?"), ("{const: 3}", "Int?"),
            ("{anyOf: [{type: string}, {enum: [a, b]}]}", "ValueA?"), ("{type: [string, integer]}", "ValueA?"),
            ("{oneOf: [{type: string, format: ipv4}, {type: string, format: ipv6}]}", "String?"),
            ("{type: array, items: {$ref: '#/components/schemas/List'}}", "[[JSON]]?"),
        ])
    func schemasHaveTypes(_ schema: String, _ type: String) throws {
        let generated = try Generated.schemas(
            """
            Value: {type: object, properties: {a: \(schema)}}
            B: {type: object, properties: {c: {type: string}}}
            E: {type: string, enum: [x, y]}
            List: {type: array, items: {$ref: '#/components/schemas/List'}}
            """)
        #expect(generated.text.contains("public var a: \(type)\n"))
    }

    @Test func valuesOfEnumerationsKeepTheNamesOfMembers() throws {
        let generated = try Generated.schemas(
            "Value: {type: object, properties: {a: {type: string, enum: [description, rawValue, self]}}}")
        for name in ["description", "rawValue", "self2"] {
            #expect(generated.text.contains("public static var \(name): ValueA"))
        }
    }

    @Test func aPartOfAComponentHasATypeOfItsOwn() throws {
        let generated = try Generated.schemas(
            """
            Value: {type: object, properties: {a: {$ref: '#/components/schemas/B/properties/c'}, b: {$ref: '#/components/schemas/C'}}}
            B: {type: object, properties: {c: {type: object, properties: {d: {type: string}}}}}
            C: {type: object, properties: {e: {type: string}}}
            """)
        #expect(generated.text.contains("public struct C: "))
        #expect(generated.text.contains("public struct C2: "))
        #expect(generated.text.contains("public var a: C2?\n"))
        #expect(generated.text.contains("public var b: C?\n"))
    }

    @Test func reservedNamesOfTypesAreAvoided() throws {
        let generated = try Generated.schemas(
            """
            Value: {type: object, required: [error, self], properties: {error: {$ref: '#/components/schemas/Error'}, self: {type: string}}}
            Error: {type: object, properties: {class: {type: string}}}
            """)
        #expect(generated.text.contains("struct ErrorModel:"))
        #expect(generated.text.contains("public var `class`: String?"))
        #expect(generated.text.contains("public var self2: String"))
    }

    @Test func composedSchemasAreMerged() throws {
        let generated = try Generated.schemas(
            """
            Value: {allOf: [{$ref: '#/components/schemas/B'}, {type: object, required: [b], properties: {c: {type: integer}}}]}
            B: {type: object, properties: {b: {type: string}}}
            """)
        #expect(generated.text.contains("public var b: String\n"))
        #expect(generated.text.contains("public var c: Int?\n"))
    }

    @Test func aConstantOfAllVariantsIsADiscriminator() throws {
        let generated = try Generated.schemas(
            """
            Value: {oneOf: [{$ref: '#/components/schemas/Cat'}, {$ref: '#/components/schemas/Dog'}]}
            Cat: {type: object, properties: {kind: {const: cat}}}
            Dog: {type: object, properties: {kind: {enum: [dog, wolf]}}}
            """)
        #expect(generated.text.contains(#"case "dog", "wolf":"#))
        #expect(generated.text.contains("case unknown(JSON)"))
    }

    @Test func unionsThatContainThemselvesAreIndirect() throws {
        let generated = try Generated.schemas(
            """
            Value: {oneOf: [{type: string}, {$ref: '#/components/schemas/Pair'}]}
            Pair: {type: object, required: [left], properties: {left: {$ref: '#/components/schemas/Value'}}}
            """)
        #expect(generated.text.contains("public indirect enum Value:"))
    }

    @Test(
        "Endless schemas",
        arguments: [
            "Value: {$ref: '#/components/schemas/Value'}",
            "Value: {allOf: [{$ref: '#/components/schemas/Value'}, {type: object}]}",
            "Value: {allOf: [{$ref: '#/components/schemas/A'}, {properties: {x: {}}}]}\nA: {allOf: [{$ref: '#/components/schemas/Value'}]}",
            "Value: {oneOf: [{$ref: '#/components/schemas/Value'}, {type: object, properties: {x: {}}}]}",
            "Value: {anyOf: [{$ref: '#/components/schemas/Value'}]}",
        ])
    func endlessSchemasEnd(_ schemas: String) {
        _ = try? Generated.schemas(schemas)
    }

    @Test func aLongChainOfSchemasIsGenerated() throws {
        let chain = (0..<2_000).map { number in
            "C\(number): {type: object, properties: {next: {$ref: '#/components/schemas/C\(number + 1)'}}}"
        }
        let generated = try Generated.schemas(
            (["Value: {$ref: '#/components/schemas/C0'}", "C2000: {type: string}"] + chain).joined(separator: "\n"))
        #expect(generated.text.contains("struct C1999:"))
    }

    @Test func deepSchemasAreErrors() {
        let deep = String(repeating: "{type: array, items: ", count: 100) + "{}" + String(repeating: "}", count: 100)
        #expect(throws: DocumentError.self) { try Generated.schemas("Value: \(deep)") }
    }

    @Test func longTypesAreDistributedToSeveralFiles() throws {
        let properties = (0..<170).map { "property_\($0): {$ref: '#/components/schemas/Kind'}" }
        let values = (0..<200).map { "value_\($0)" }
        let generated = try Generated(
            """
            paths:
              /value:
                post:
                  requestBody: {required: true, content: {application/json: {schema: {$ref: '#/components/schemas/Value'}}}}
            components:
              schemas:
                Value: {type: object, properties: {\(properties.joined(separator: ", "))}}
                Kind: {type: string, enum: [\(values.joined(separator: ", "))]}
            """)
        for file in generated.files { #expect(file.text.count { $0 == "\n" } <= 400, "\(file.name)") }
        // Names beside a type aren't visible in its extensions.
        #expect(generated.text.contains("property9: API.Kind? = nil"))
        #expect(generated.text.contains("public static var value150: Self"))
    }
}

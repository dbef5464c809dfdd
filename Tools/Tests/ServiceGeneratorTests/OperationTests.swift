import OpenAPIDocuments
import ServiceGenerator
import Testing

struct OperationTests {
    private func paths(_ text: String, _ options: GeneratorOptions = GeneratorOptions(name: "API")) throws -> Generated
    {
        try Generated("paths:\n" + text, options)
    }

    @Test(
        "Names",
        arguments: [
            ("get: {operationId: list-user_IDs}", "listUserIDs("), ("get: {}", "getUsersByUserIDPosts("),
            ("get: {operationId: default}", "`default`("), ("post: {operationId: 2fa}", "value2fa("),
        ])
    func functionsAreNamed(_ operation: String, _ name: String) throws {
        let generated = try paths(
            """
              /users/{user_id}/posts:
                parameters: [{name: user_id, in: path, required: true, schema: {type: integer}}]
                \(operation)
            """)
        #expect(generated.text.contains("public static func \(name)userID: Int) -> Self {"))
    }

    @Test func collidingNamesHaveNumbers() throws {
        let text = "  /a: {get: {operationId: x}}\n  /b: {get: {operationId: X}}\n"
        let generated = try paths(text)
        #expect(generated.text.contains("func x()"))
        #expect(generated.text.contains("func x2()"))
        #expect(try paths(text).files == generated.files)
    }

    @Test func aSelectionHasTheSameNamesAndOnlyItsModels() throws {
        let text = """
              /a: {get: {tags: [one], operationId: x, responses: {"200": {content: {application/json: {schema: {$ref: '#/components/schemas/A'}}}}}}}
              /b: {get: {tags: [two], operationId: X, responses: {"200": {content: {application/json: {schema: {$ref: '#/components/schemas/B'}}}}}}}
            components:
              schemas:
                A: {type: object, properties: {b: {type: string}}}
                B: {type: object, properties: {a: {type: string}}}
            """
        let generated = try paths(text, GeneratorOptions(name: "API", only: ["two"]))
        #expect(generated.text.contains("func x2()"))
        #expect(generated.text.contains("struct B:"))
        #expect(!generated.text.contains("struct A:"))
        #expect(throws: DocumentError.self) { try paths(text, GeneratorOptions(name: "API", only: ["three"])) }
    }

    @Test func defaultValuesAreKept() throws {
        let generated = try paths(
            """
              /a:
                get:
                  operationId: a
                  parameters:
                    - {name: n, in: query, schema: {type: integer, default: 5}}
                    - {name: s, in: query, schema: {enum: [up, down], default: up}}
                    - {name: t, in: query, schema: {type: string, default: "a\\"b"}}
            """)
        #expect(generated.text.contains(#"func a(n: Int? = 5, s: API.AS? = .up, t: String? = "a\"b") -> Self"#))
    }

    @Test func unsupportedOperationsAreErrorsOrLeftOut() throws {
        let text = """
              /a: {post: {requestBody: {content: {application/xml: {}}}}}
              /b: {get: {operationId: b}}
            """
        #expect { try paths(text) } throws: { error in
            let error = error as? DocumentError
            return error?.kind == .unsupported && error?.location == TextLocation(line: 4, column: 8)
        }
        let generated = try paths(text, GeneratorOptions(name: "API", isLenient: true))
        #expect(generated.text.contains("// POST /a is left out: XML bodies aren't supported."))
        #expect(generated.omissions.count == 1)
        #expect(generated.text.contains("func b()"))
    }

    @Test(
        "Wrong operations",
        arguments: [
            "/a/{b}: {get: {}}", "/a: {get: {parameters: [{in: query}]}}",
            "/a: {get: {parameters: [{name: a, in: body}]}}",
            "/a: {get: {parameters: [{name: a, in: query, style: matrix}]}}", "/a: {get: {responses: []}}",
            "/a: {get: {parameters: [{$ref: '#/none'}]}}",
            "/a: {get: {responses: {'200': {content: {application/json: {schema: {type: thing}}}}}}}",
        ])
    func wrongOperationsAreErrorsWithAPlace(_ path: String) {
        #expect { try paths("  \(path)\n") } throws: { error in
            (error as? DocumentError)?.kind == .wrong && (error as? DocumentError)?.location != nil
        }
    }

    @Test func otherDocumentsAreNotRequested() {
        #expect { try paths("  /a: {get: {parameters: [{$ref: 'https://example.com/x.yaml#/a'}]}}\n") } throws: {
            error in
            (error as? DocumentError)?.kind == .unsupported
        }
    }

    @Test(
        "Security",
        arguments: [
            ("{type: http, scheme: bearer}", "credentials = .bearer(key)"),
            ("{type: http, scheme: basic}", "credentials = .basic(user: user, password: password)"),
            ("{type: apiKey, in: query, name: k}", #"credentials = .query("k", key)"#),
            ("{type: apiKey, in: header, name: X-Key}", #"credentials = .header(HTTPField.Name("X-Key")!, key)"#),
            (
                "{type: oauth2, flows: {authorizationCode: {authorizationUrl: 'https://a.example', tokenUrl: 'https://t.example'}}}",
                "public static let keyServer: OAuth.Server"
            ),
        ])
    func securitySchemesBecomeCredentials(_ scheme: String, _ code: String) throws {
        let generated = try paths("  /a: {get: {}}\ncomponents: {securitySchemes: {key: \(scheme)}}\n")
        #expect(generated.text.contains(code))
    }

    @Test func schemesThatAreNeededTogetherAreAllSent() throws {
        let generated = try paths(
            """
              /a: {get: {}}
            security: [{id: [], secret: []}]
            components:
              securitySchemes: {id: {type: apiKey, in: header, name: X-Id}, secret: {type: apiKey, in: header, name: X-Secret}}
            """)
        #expect(generated.text.contains(#"fields[HTTPField.Name("X-Secret")!] = secret"#))
        #expect(generated.text.contains(#"SecretNames.standard.adding("X-Secret")"#))
    }

    @Test func redirectsThatAreTheOnlySuccessAreAccepted() throws {
        let generated = try paths("  /a: {get: {responses: {'302': {description: There.}}}}\n")
        #expect(generated.text.contains(".accepting(.success.adding(302))"))
    }
}

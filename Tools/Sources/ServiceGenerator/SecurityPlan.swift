import OpenAPIDocuments

/// How requests of a service are authenticated.
struct SecurityPlan {
    /// A way to authenticate.
    struct Scheme {
        /// The name of the parameter in Swift.
        var name: String
        /// The name of the field or the query item.
        var key: String
        /// The parameters of an initialiser.
        var parameters: [String]
        /// The credentials as a Swift expression.
        var credentials: String
        var comment: String
        /// Whether it is sent besides the credentials, in a field of its own.
        var isAdditional = false
    }

    /// A server at which people sign in.
    struct Server {
        var name: String
        var authorization: String?
        var token: String
    }

    var schemes: [Scheme] = []
    /// Whether one of the schemes suffices.
    var areAlternatives = false
    var servers: [Server] = []
    /// What isn't generated, and what to do instead.
    var notes: [String] = []

    /// Reads the schemes of a document.
    init(_ document: OpenAPIDocument) {
        var names = NameTable(reserved: ["baseURL", "headers", "credentials", "self", "init"])
        var keys: [String] = []
        for entry in document.components("securitySchemes") {
            guard let node = try? document.resolved(entry.value) else { continue }
            let name = names.unique(SwiftName.member(entry.key))
            if let scheme = Self.scheme(node, name: name) {
                schemes.append(scheme)
                keys.append(entry.key)
            } else {
                add(node, name: name)
            }
        }
        let requirements =
            (document.root["security"]?.list ?? []) + document.operations.flatMap { $0.node["security"]?.list ?? [] }
        let together = requirements.contains { ($0.mapping?.entries ?? []).filter { keys.contains($0.key) }.count > 1 }
        areAlternatives = schemes.count > 1 && !together
        guard together else { return }
        var hasCredentials = false
        for index in schemes.indices {
            // Only one secret can be the credentials; the others are secret header fields.
            schemes[index].isAdditional = hasCredentials
            hasCredentials = true
        }
        schemes.removeAll { $0.isAdditional && !$0.credentials.hasPrefix(".header") }
    }

    private static func scheme(_ node: DocumentNode, name: String) -> Scheme? {
        let comment = DocComment.sentence(node["description"]?.string)
        switch (node["type"]?.string, node["in"]?.string, node["scheme"]?.string?.lowercased()) {
        case ("apiKey", "header", _):
            guard let key = node["name"]?.string else { return nil }
            let field =
                key.lowercased() == "authorization"
                ? ".authorization" : "HTTPField.Name(\(StringLiteral.text(of: key)))!"
            return Scheme(
                name: name, key: key, parameters: ["\(SwiftName.written(name)): String?"],
                credentials: ".header(\(field), \(SwiftName.written(name)))",
                comment: comment ?? "The secret, which is sent in the field `\(key)`.")
        case ("apiKey", "query", _):
            guard let key = node["name"]?.string else { return nil }
            return Scheme(
                name: name, key: key, parameters: ["\(SwiftName.written(name)): String?"],
                credentials: ".query(\(StringLiteral.text(of: key)), \(SwiftName.written(name)))",
                comment: comment ?? "The secret, which is sent in the query item `\(key)`.")
        case ("http", _, "bearer"):
            return Scheme(
                name: name, key: "Authorization", parameters: ["\(SwiftName.written(name)): String?"],
                credentials: ".bearer(\(SwiftName.written(name)))", comment: comment ?? "The bearer token.")
        case ("http", _, "basic"):
            return Scheme(
                name: "password", key: "Authorization", parameters: ["user: String?", "password: String?"],
                credentials: ".basic(user: user, password: password)", comment: comment ?? "The password.")
        default: return nil
        }
    }

    private mutating func add(_ node: DocumentNode, name: String) {
        guard let flows = node["flows"]?.mapping else {
            let type = node["type"]?.string ?? "unknown"
            notes.append(
                "The security scheme `\(name)` of the type `\(type)` isn't part of this type: use a session for it.")
            return
        }
        let usable = ["authorizationCode", "clientCredentials", "password"].compactMap { flows[$0] }
        guard let flow = usable.first(where: { $0["tokenUrl"]?.string != nil }), let token = flow["tokenUrl"]?.string
        else {
            return
        }
        servers.append(Server(name: name + "Server", authorization: flow["authorizationUrl"]?.string, token: token))
        notes.append("To sign in, pass `\(name)Server` to `OAuth`, and use an `AuthenticationSession`.")
    }
}

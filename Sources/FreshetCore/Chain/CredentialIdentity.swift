import HTTPTypes

/// The identity of a caller, as the credentials of its service determine it.
///
/// It is read once, when a call begins, and doesn't change until its end. Stored and shared responses
/// belong to an identity. The secrets themselves are read again for each attempt; if they identify
/// another caller by then, the response is neither stored nor shared.
///
/// It contains secrets. It lives as long as its call, and is never stored or logged.
struct CredentialIdentity: Sendable, Hashable {
    /// The identity for each of the credentials: the account that they name, or else the secret.
    private let names: [String?]
    /// The secret of each of the credentials when the identity was read; `nil` or empty if there was
    /// none.
    let secrets: [String?]

    init(_ credentials: [Credentials]) {
        self.init(credentials, secrets: credentials.map { $0.secret() })
    }

    init(_ credentials: [Credentials], secrets: [String?]) {
        self.secrets = secrets
        names = zip(credentials, secrets).map { credential, secret in
            guard let account = credential.account?(), !account.isEmpty else { return secret }
            return "account \(account)"
        }
    }

    // Secrets aren't compared: a renewed token of an account identifies the same caller.
    static func == (first: CredentialIdentity, second: CredentialIdentity) -> Bool { first.names == second.names }

    func hash(into hasher: inout Hasher) {
        hasher.combine(names)
    }

    func texts(in request: OutgoingRequest) -> [String] {
        // After a redirect to another origin, the request has none.
        texts(for: request.credentials, request.headers)
    }

    /// Returns a text for each of the given credentials, with their location and identity.
    ///
    /// - Parameter headers: The fields of the request. They take precedence over a credential with
    ///   the same name.
    func texts(for credentials: [Credentials], _ headers: HTTPFields) -> [String] {
        var texts: [String] = []
        for (index, credential) in credentials.enumerated() where index < names.count {
            guard let name = names[index], !name.isEmpty else { continue }
            switch credential.location {
            case .header(let field, let prefix):
                // The request's own field is the one that is sent, so it identifies the caller.
                texts.append("\(field.canonicalName): \(headers[field] ?? prefix + name)")
            case .query(let item): texts.append("?\(item)=\(name)")
            case .path: texts.append("/\(name)")
            }
        }
        return texts
    }
}

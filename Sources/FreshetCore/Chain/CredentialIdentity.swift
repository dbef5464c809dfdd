import HTTPTypes

/// The identity of a caller by the credentials of its service: read once when a call begins, and kept until its end.
///
/// Stored and shared responses belong to an identity. The secrets themselves are read again for each attempt; if they
/// identify another caller by then, the response is neither stored nor shared.
///
/// It contains secrets. It lives as long as its call, and is never written or logged.
struct CredentialIdentity: Sendable, Hashable {
    /// The identity by each of the credentials: the account that they name, or else the secret.
    private let names: [String?]
    /// The secrets when the identity was read; `nil` or empty where there was none.
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

    static func == (first: CredentialIdentity, second: CredentialIdentity) -> Bool { first.names == second.names }

    func hash(into hasher: inout Hasher) {
        hasher.combine(names)
    }

    func texts(in request: OutgoingRequest) -> [String] {
        // After a redirect to another origin, the request has none.
        texts(for: request.credentials, request.headers)
    }

    /// The identity by each of some credentials, with the location of the credentials.
    ///
    /// - Parameter headers: The fields of the request. They win over a credential of the same name.
    func texts(for credentials: [Credentials], _ headers: HTTPFields) -> [String] {
        var texts: [String] = []
        for (index, credential) in credentials.enumerated() where index < names.count {
            guard let name = names[index], !name.isEmpty else { continue }
            switch credential.location {
            case .header(let field, let prefix):
                texts.append("\(field.canonicalName): \(headers[field] ?? prefix + name)")
            case .query(let item): texts.append("?\(item)=\(name)")
            case .path: texts.append("/\(name)")
            }
        }
        return texts
    }
}

import HTTPTypes

/// Who makes a call: read once when it begins, and kept until its end.
///
/// What is stored and what is shared belongs to an identity. The secrets themselves are read again for each attempt; where
/// they have come to name another caller meanwhile, the response is neither stored nor shared.
///
/// It holds secrets. It lives as long as its call, and nothing writes it anywhere.
struct CallerIdentity: Sendable, Hashable {
    /// What identifies the caller, for each of the credentials: the account that they name, or else the secret.
    private let names: [String?]
    /// The secrets at the time when the identity was read; `nil` or empty where there was none.
    let secrets: [String?]

    init(_ credentials: [Credentials]) {
        self.init(credentials, secrets: credentials.map { $0.secret() })
    }

    /// The identity that secrets stand for.
    init(_ credentials: [Credentials], secrets: [String?]) {
        self.secrets = secrets
        names = zip(credentials, secrets).map { credential, secret in
            guard let account = credential.account?(), !account.isEmpty else { return secret }
            return "account \(account)"
        }
    }

    static func == (first: CallerIdentity, second: CallerIdentity) -> Bool { first.names == second.names }

    func hash(into hasher: inout Hasher) {
        hasher.combine(names)
    }

    /// What identifies the caller, for each of the credentials of a request, with the place where it travels.
    func texts(in request: OutgoingRequest) -> [String] {
        var texts: [String] = []
        // After a redirect to another origin there are none left.
        for (index, credential) in request.credentials.enumerated() where index < names.count {
            guard let name = names[index], !name.isEmpty else { continue }
            switch credential.place {
            case .header(let field, let prefix):
                texts.append("\(field.canonicalName): \(request.headers[field] ?? prefix + name)")
            case .query(let item): texts.append("?\(item)=\(name)")
            case .path: texts.append("/\(name)")
            }
        }
        return texts
    }
}

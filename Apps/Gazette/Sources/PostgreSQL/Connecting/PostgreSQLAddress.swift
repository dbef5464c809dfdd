/// The address of a database: a URI as libpq reads it, such as `postgres://user:password@host/name?sslmode=require`.
///
/// Its parameters, the environment (`PGPASSWORD`, `PGSSLROOTCERT` and others) and the file `~/.pgpass` have the meaning
/// that libpq's documentation gives them. The description does not contain the password.
public struct PostgreSQLAddress: Sendable, CustomStringConvertible {
    let text: String
    /// The address without password and parameters.
    public let description: String
    private let secrets: [String]

    /// Checks an address. Nothing is connected yet.
    ///
    /// - Throws: ``PostgreSQLError`` of the kind `invalidAddress` or `libraryMissing`; it does not repeat the address,
    ///   which may contain a password.
    public init(_ text: String) throws(PostgreSQLError) {
        guard Self.isAddress(text) else {
            throw PostgreSQLError(
                .invalidAddress,
                "A database address begins with postgres://, as in postgres://user@host:5432/name.")
        }
        guard let options = try LibPQ.shared().options(in: text) else {
            throw PostgreSQLError(
                .invalidAddress,
                "The database address can't be read. Part of it is misspelt, or a character must be written as %XX."
            )
        }
        self.text = text
        secrets = ["password", "sslpassword"].compactMap { options[$0] }.filter { !$0.isEmpty }
        let user = options["user"].map { "\($0)@" } ?? ""
        let host = options["host"] ?? options["hostaddr"] ?? ""
        let port = options["port"].map { ":\($0)" } ?? ""
        let name = "/\(options["dbname"] ?? "")"
        description =
            if host.hasPrefix("/") {
                // The folder of a socket.
                "postgres://\(user)\(name)?host=\(host)"
            } else {
                "postgres://\(user)\(host.contains(":") ? "[\(host)]" : host)\(port)\(name)"
            }
    }

    /// Whether a text begins as the address of a database does.
    public static func isAddress(_ text: String) -> Bool {
        (text.hasPrefix("postgres://") || text.hasPrefix("postgresql://")) && !text.utf8.contains(0)
    }

    /// Returns a text of libpq or the server on one line, without the password.
    func cleaned(_ text: String) -> String {
        let line = text.split(whereSeparator: \.isNewline).map { $0.trimmingPrefix(while: \.isWhitespace) }
            .joined(separator: "; ")
        return secrets.reduce(line) { $0.replacing($1, with: "…") }
    }
}

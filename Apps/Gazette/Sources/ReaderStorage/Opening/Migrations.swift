import GRDB
import PostgreSQL

/// The migrations of the tables, for both kinds of databases.
enum Migrations {
    private struct Migration {
        /// The name in a file, where it is stored.
        let name: String
        let sqlite: [StaticString]
        let postgreSQL: [StaticString]

        init(_ name: String, sqlite: [StaticString], postgreSQL: [StaticString]) {
            self.name = name
            self.sqlite = sqlite
            self.postgreSQL = postgreSQL
        }

        init(_ name: String, _ schema: StaticString) {
            self.init(name, sqlite: [schema], postgreSQL: [schema])
        }
    }

    /// The migrations, oldest first; one that has been released never changes.
    ///
    /// Processes of the version before use a database at the same time: a migration adds, and removes only what no
    /// released version uses any more.
    private static let all = [
        Migration(
            "1: read and saved entries", sqlite: [MarkTables.schemaOfSQLite],
            postgreSQL: [MarkTables.schemaOfPostgreSQL]
        ),
        Migration("2: accounts", AccountTables.schema),
        Migration("3: budgets", RequestBudget.schema),
        Migration("4: sessions of TMDb", MovieSessionTable.schema),
        Migration("5: feeds", sqlite: [FeedTables.schema, FeedTables.searchInSQLite], postgreSQL: [FeedTables.schema]),
        Migration("6: words of items", sqlite: [], postgreSQL: [FeedTables.searchInPostgreSQL]),
        Migration("7: reading positions", PositionTable.schema),
        Migration("8: icons of feeds", IconTable.schema),
    ]

    /// The number of migrations.
    static var count: Int { all.count }

    /// Those of a SQLite file, which notes the names of the ones that it has.
    static var ofFile: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        for migration in all {
            // What only adds tables breaks no reference.
            migrator.registerMigration(migration.name, foreignKeyChecks: .immediate) { db in
                for schema in migration.sqlite { try db.execute(sql: SQLiteDatabase.text(schema)) }
            }
        }
        return migrator
    }

    /// The key of the lock: "gazette" in ASCII.
    private static let lock = PostgreSQLValue.int(0x67_61_7A_65_74_74_65)
    /// How long a migration may take, including the wait for another process that makes it.
    private static let time = Duration.seconds(60)

    /// Migrates a shared database, which notes the numbers. Of several processes, one does it while the others wait.
    static func migrate(_ session: PostgreSQLSession) throws(PostgreSQLError) {
        let encoding = try session.query("SELECT current_setting('server_encoding')").first?.text(0)
        guard encoding == "UTF8" else {
            throw PostgreSQLError(
                .rejected, "The database has the encoding \(encoding ?? "?"). Gazette needs UTF8.")
        }
        try session.withTimeout(time) { () throws(PostgreSQLError) in
            try session.transaction { () throws(PostgreSQLError) in
                try session.query("SELECT pg_advisory_xact_lock($1)", [lock])
                // Not IF NOT EXISTS: that demands the right to make a schema even if it is there.
                if try session.query("SELECT to_regclass('gazette.migration') IS NULL").first?.bool(0) != false {
                    if try session.query("SELECT to_regnamespace('gazette') IS NULL").first?.bool(0) != false {
                        try session.execute("CREATE SCHEMA gazette")
                    }
                    try session.execute("CREATE TABLE gazette.migration (number integer PRIMARY KEY)")
                }
                let latest = try session.query("SELECT coalesce(max(number), 0) FROM gazette.migration").first
                let done = latest?.int(0) ?? 0
                for (index, migration) in all.enumerated() where index >= done {
                    for schema in migration.postgreSQL { try session.execute(schema) }
                    try session.query("INSERT INTO gazette.migration VALUES ($1)", [.int(index + 1)])
                }
            }
        }
    }
}

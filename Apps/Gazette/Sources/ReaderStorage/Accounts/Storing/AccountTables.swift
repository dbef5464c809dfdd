/// The tables of accounts, for SQLite and PostgreSQL.
enum AccountTables {
    /// The statements that make them; what has been released never changes.
    ///
    /// An account is named by its visitor, whose marks it owns. Of secrets that a browser, a terminal or an invitation
    /// holds, only the digests are stored.
    static let schema: StaticString = """
        CREATE TABLE gazette.account (
            visitor bytea NOT NULL PRIMARY KEY,
            name text NOT NULL,
            folded text NOT NULL UNIQUE,
            password text,
            is_admin bigint NOT NULL,
            saved_limit bigint,
            looks text,
            created double precision NOT NULL,
            seen double precision);
        CREATE TABLE gazette.session (
            digest bytea NOT NULL PRIMARY KEY,
            id text NOT NULL UNIQUE,
            account bytea NOT NULL REFERENCES gazette.account ON DELETE CASCADE,
            kind text NOT NULL,
            title text NOT NULL,
            address text NOT NULL,
            created double precision NOT NULL,
            used double precision NOT NULL);
        CREATE INDEX session_by_account ON gazette.session (account);
        CREATE TABLE gazette.invitation (
            digest bytea NOT NULL PRIMARY KEY,
            id text NOT NULL UNIQUE,
            account bytea REFERENCES gazette.account ON DELETE CASCADE,
            is_admin bigint NOT NULL,
            created double precision NOT NULL,
            expires double precision NOT NULL);
        CREATE TABLE gazette.identity (
            issuer text NOT NULL,
            subject text NOT NULL,
            account bytea NOT NULL REFERENCES gazette.account ON DELETE CASCADE,
            PRIMARY KEY (issuer, subject));
        CREATE TABLE gazette.attempt (
            key text NOT NULL PRIMARY KEY,
            count bigint NOT NULL,
            since double precision NOT NULL);
        CREATE INDEX attempt_by_since ON gazette.attempt (since);
        """
}

/// The icons of feeds, which are fetched once for all readers. An icon without bytes could not be fetched.
enum IconTable {
    static let schema: StaticString = """
        CREATE TABLE gazette.feed_icon (
            feed bigint NOT NULL PRIMARY KEY REFERENCES gazette.feed ON DELETE CASCADE,
            address text NOT NULL,
            bytes bytea,
            fetched double precision NOT NULL);
        CREATE INDEX feed_icon_by_address ON gazette.feed_icon (address);
        """
}

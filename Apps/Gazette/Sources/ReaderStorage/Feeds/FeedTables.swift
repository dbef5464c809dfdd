/// The tables of feeds, for SQLite and PostgreSQL.
///
/// A feed and its items are stored once for all readers. What a reader has not read is a row of `unread`; everything
/// else of their feeds is read.
enum FeedTables {
    /// The statements that make them; what has been released never changes.
    static let schema: StaticString = """
        CREATE TABLE gazette.feed (
            id bigint NOT NULL PRIMARY KEY,
            address text NOT NULL UNIQUE,
            title text,
            home text,
            icon text,
            digest bytea,
            checked double precision,
            next double precision NOT NULL,
            claimed double precision NOT NULL,
            failures bigint NOT NULL,
            problem text,
            is_ended bigint NOT NULL);
        CREATE INDEX feed_by_next ON gazette.feed (next);
        CREATE TABLE gazette.subscription (
            visitor bytea NOT NULL REFERENCES gazette.visitor ON DELETE CASCADE,
            feed bigint NOT NULL REFERENCES gazette.feed ON DELETE CASCADE,
            title text,
            folder text NOT NULL,
            wants_text bigint NOT NULL,
            unread bigint NOT NULL,
            PRIMARY KEY (visitor, feed));
        CREATE INDEX subscription_by_feed ON gazette.subscription (feed);
        CREATE TABLE gazette.feed_item (
            id bigint NOT NULL PRIMARY KEY,
            feed bigint NOT NULL REFERENCES gazette.feed ON DELETE CASCADE,
            guid text NOT NULL,
            digest bytea NOT NULL,
            story bigint,
            link text,
            title text,
            author text,
            summary text,
            content text,
            base text,
            picture text,
            comments text,
            enclosures text,
            arrived double precision NOT NULL,
            UNIQUE (feed, guid));
        CREATE INDEX feed_item_by_feed ON gazette.feed_item (feed, id);
        CREATE INDEX feed_item_by_story ON gazette.feed_item (story);
        CREATE TABLE gazette.unread (
            visitor bytea NOT NULL REFERENCES gazette.visitor ON DELETE CASCADE,
            item bigint NOT NULL REFERENCES gazette.feed_item ON DELETE CASCADE,
            feed bigint NOT NULL,
            PRIMARY KEY (visitor, item));
        CREATE INDEX unread_by_feed ON gazette.unread (visitor, feed, item);
        CREATE INDEX unread_by_item ON gazette.unread (item);
        CREATE TABLE gazette.feed_filter (
            id bigint NOT NULL PRIMARY KEY,
            visitor bytea NOT NULL REFERENCES gazette.visitor ON DELETE CASCADE,
            part text NOT NULL,
            action text NOT NULL,
            words text NOT NULL);
        CREATE INDEX feed_filter_by_visitor ON gazette.feed_filter (visitor);
        CREATE TABLE gazette.hidden (
            visitor bytea NOT NULL REFERENCES gazette.visitor ON DELETE CASCADE,
            item bigint NOT NULL REFERENCES gazette.feed_item ON DELETE CASCADE,
            filter bigint NOT NULL REFERENCES gazette.feed_filter ON DELETE CASCADE,
            PRIMARY KEY (visitor, item));
        CREATE INDEX hidden_by_item ON gazette.hidden (item);
        CREATE INDEX hidden_by_filter ON gazette.hidden (filter);
        CREATE TABLE gazette.feed_visit (
            visitor bytea NOT NULL PRIMARY KEY REFERENCES gazette.visitor ON DELETE CASCADE,
            latest double precision NOT NULL,
            previous double precision NOT NULL);
        CREATE TABLE gazette.article (
            id bigint NOT NULL PRIMARY KEY,
            address text NOT NULL,
            title text,
            html text,
            picture text,
            problem text,
            fetched double precision NOT NULL);
        CREATE INDEX article_by_fetched ON gazette.article (fetched);
        CREATE TABLE gazette.article_picture (
            id bigint NOT NULL,
            article bigint NOT NULL REFERENCES gazette.article ON DELETE CASCADE,
            bytes bytea NOT NULL,
            PRIMARY KEY (id, article));
        CREATE INDEX article_picture_by_article ON gazette.article_picture (article);
        CREATE INDEX saved_by_entry ON gazette.saved (entry);
        """

    /// The index of the words of items in SQLite, from which a trigger removes those of removed items.
    static let searchInSQLite: StaticString = """
        CREATE VIRTUAL TABLE feed_search USING fts5(words);
        CREATE TRIGGER feed_item_removed AFTER DELETE ON feed_item BEGIN
            DELETE FROM feed_search WHERE rowid = old.id;
        END;
        """

    /// The same in PostgreSQL.
    static let searchInPostgreSQL: StaticString = """
        CREATE TABLE gazette.feed_search (
            item bigint NOT NULL PRIMARY KEY REFERENCES gazette.feed_item ON DELETE CASCADE,
            words tsvector NOT NULL);
        CREATE INDEX feed_search_by_words ON gazette.feed_search USING gin (words);
        """
}

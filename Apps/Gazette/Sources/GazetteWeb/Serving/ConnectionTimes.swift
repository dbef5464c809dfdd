/// How long a connection may wait for its client. A longer wait closes it.
package struct ConnectionTimes: Sendable {
    /// For the fields of the first request, from the beginning of the connection.
    package var head = Duration.seconds(15)
    /// For the rest of a request whose fields are complete.
    package var body = Duration.seconds(60)
    /// For the fields of a further request, after a response. nginx closes its idle connections after 60 seconds, and must
    /// be the first: a request that meets the end of its connection fails.
    package var idle = Duration.seconds(75)
    /// For the client to take some of a response that no buffer has room for.
    package var write = Duration.seconds(60)

    /// The default times.
    package init() {}
}

public import Freshet

/// The service whose requests are feeds of the web, at any address.
///
/// ```swift
/// let feeds = Client(Feeds())
/// let feed = try await feeds.value(for: .feed(address))
/// ```
///
/// It has no base URL: each request names its absolute address. Conditional requests and the cache are those of the
/// client.
public typealias Feeds = AnyOrigin

public import Freshet

/// A service for requests to feeds at any web address.
///
/// ```swift
/// let feeds = Client(Feeds())
/// let feed = try await feeds.value(for: .feed(address))
/// ```
///
/// It has no base URL; each request contains its absolute address. The client handles conditional
/// requests and caching.
public typealias Feeds = AnyOrigin

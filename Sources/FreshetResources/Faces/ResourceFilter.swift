public import FreshetCore

/// A filter that selects resources of a client.
///
/// ```swift
/// theatre.resources.invalidate(.path("plays/"))
/// theatre.resources.remove(.matching { !$0.isObserved })
/// ```
public struct ResourceFilter<API: Service>: Sendable {
    let target: @Sendable (Client<API>) -> InvalidationTarget

    /// All resources.
    public static var all: Self {
        Self { _ in .all }
    }

    /// The resources with a tag.
    public static func tag(_ tag: ResourceTag) -> Self {
        Self { _ in .tag(tag) }
    }

    /// The resources with the tag of one thing of a kind, as made by ``ResourceTag/id(_:_:)``.
    public static func id(_ kind: String, _ id: some CustomStringConvertible) -> Self {
        tag(.id(kind, id))
    }

    /// The resources of a request, however its response is decoded.
    public static func request<Value>(_ request: Request<API, Value>) -> Self {
        Self { client in
            // A request without a valid address selects nothing, which is safer than everything.
            (try? client.identity(of: request)).map { .request($0) } ?? .matching { _ in false }
        }
    }

    /// The resources whose path below the service's base URL begins with a prefix.
    public static func path(_ prefix: String) -> Self {
        Self { client in
            let base = client.service.baseURL
            // Without the slash, the base URL `https://api.example/v1` would also select addresses below
            // `/v10`.
            let start = base.hasSuffix("/") ? base : base + "/"
            return .prefix(start + (prefix.hasPrefix("/") ? String(prefix.dropFirst()) : prefix))
        }
    }

    /// The resources in memory that meet a condition. The condition runs immediately, outside all
    /// locks.
    public static func matching(_ isMeant: @escaping @Sendable (ResourceInfo) -> Bool) -> Self {
        Self { _ in .matching(isMeant) }
    }
}

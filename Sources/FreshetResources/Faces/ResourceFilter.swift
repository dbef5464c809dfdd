public import FreshetCore

/// A filter that selects resources of a client.
public struct ResourceFilter<API: Service>: Sendable {
    let target: @Sendable (Client<API>) -> InvalidationTarget

    /// All of them.
    public static var all: Self {
        Self { _ in .all }
    }

    /// Those with a tag.
    public static func tag(_ tag: ResourceTag) -> Self {
        Self { _ in .tag(tag) }
    }

    /// Those with the tag of one thing of a kind: ``ResourceTag/id(_:_:)``.
    public static func id(_ kind: String, _ id: some CustomStringConvertible) -> Self {
        tag(.id(kind, id))
    }

    /// Those of a request, however its response is read.
    public static func request<Value>(_ request: Request<API, Value>) -> Self {
        Self { client in
            (try? client.identity(of: request)).map { .request($0) } ?? .matching { _ in false }
        }
    }

    /// Those whose path below the base URL of the service begins with a prefix.
    public static func path(_ prefix: String) -> Self {
        Self { client in
            let base = client.service.baseURL
            let start = base.hasSuffix("/") ? base : base + "/"
            return .prefix(start + (prefix.hasPrefix("/") ? String(prefix.dropFirst()) : prefix))
        }
    }

    /// Those in memory for which a condition holds. It runs at once, outside of every lock.
    public static func matching(_ isMeant: @escaping @Sendable (ResourceInfo) -> Bool) -> Self {
        Self { _ in .matching(isMeant) }
    }
}

import Dispatch
import Foundation
import Freshet
import FreshetCombine
import NewsAPI

/// The service of the benchmark, as a user of Freshet describes it.
struct Site: Service {
    let baseURL: String
}

extension Request<Site, ArticlePage> {
    static let page = Request("")
}

extension Request<Site, NewsAPI.ArticlePage> {
    /// Models that read themselves, as those of the services do.
    static let news = Request("")
}

extension Request<Site, Data> {
    static let bytes = Request("", reading: .data)

    /// Without anything between the caller and the socket that can be left out.
    static let bare: Request = {
        var request = bytes
        request.sharing = .never
        request.retryPolicy = .never
        return request
    }()
}

extension Contestant {
    static let freshet = [
        Contestant(name: "Freshet, raw, stages off", decodes: false) { address in
            var limits = Limits()
            limits.bodyBytes = 1 << 30
            let client = Client(Site(baseURL: address), transport: transport(), limits: limits, retry: .never)
            return { try await client.value(for: .bare).count }
        },
        Contestant(name: "Freshet, raw", decodes: false) { address in
            var limits = Limits()
            limits.bodyBytes = 1 << 30
            let client = Client(Site(baseURL: address), transport: transport(), limits: limits)
            return { try await client.value(for: unshared(.bytes)).count }
        },
        Contestant(name: "Freshet, async", decodes: true) { address in
            let client = Client(Site(baseURL: address), transport: transport())
            return { try await client.value(for: unshared(.page)).articles.count }
        },
        Contestant(name: "Freshet, async, JSONReadable", decodes: true) { address in
            let client = Client(Site(baseURL: address), transport: transport())
            return { try await client.value(for: unshared(.news)).articles.count }
        },
        Contestant(name: "Freshet, Result", decodes: true) { address in
            let client = Client(Site(baseURL: address), transport: transport())
            let queue = DispatchQueue(label: "callbacks")
            return {
                try await withCheckedThrowingContinuation { continuation in
                    client.fetch(unshared(.page), on: queue) { result in
                        continuation.resume(with: result.map(\.articles.count).mapError { $0 as any Error })
                    }
                }
            }
        },
        Contestant(name: "Freshet, publisher", decodes: true) { address in
            let client = Client(Site(baseURL: address), transport: transport())
            return { try await Subscription.value(of: client.publisher(for: unshared(.page)).map(\.articles.count)) }
        },
        Contestant(name: "Freshet, async, JSONDecoder", decodes: true) { address in
            let client = Client(ByFoundation(baseURL: address), transport: transport())
            return { try await client.value(for: .page).articles.count }
        },
        Contestant(name: "Freshet on URLSession, async", decodes: true) { address in
            let configuration = URLSessionConfiguration.ephemeral
            configuration.httpMaximumConnectionsPerHost = 1024
            let client = Client(
                Site(baseURL: address), transport: URLSessionTransport(configuration: configuration))
            return { try await client.value(for: unshared(.page)).articles.count }
        },
        Contestant(name: "Freshet, cache and sharing on", decodes: true) { address in
            let client = Client(
                Site(baseURL: address), transport: transport(), cache: HTTPCache(store: MemoryCacheStore()))
            return { try await client.value(for: .page).articles.count }
        },
        Contestant(name: "Freshet, stream", decodes: false, buffers: false) { address in
            let client = Client(Site(baseURL: address), transport: transport())
            return {
                var count = 0
                for try await piece in try await client.stream(for: .bytes) { count += piece.count }
                return count
            }
        },
        Contestant(name: "Freshet, download", decodes: false, buffers: false) { address in
            let client = Client(Site(baseURL: address), transport: transport())
            return {
                let file = FileManager.default.temporaryDirectory.appending(path: "wire-\(UUID().uuidString)")
                defer { try? FileManager.default.removeItem(at: file) }
                return try await client.download(.bytes, to: file).metrics.bodyBytes
            }
        },
    ]

    private static func transport() -> AsyncHTTPClientTransport {
        var configuration = AsyncHTTPClientTransport.Configuration()
        configuration.connectionsPerHost = 1024
        return AsyncHTTPClientTransport(configuration)
    }

    /// Every call its own exchange, as with the others.
    private static func unshared<Value>(_ request: Request<Site, Value>) -> Request<Site, Value> {
        var request = request
        request.sharing = .never
        return request
    }
}

/// The same service, read by Foundation's decoder.
struct ByFoundation: Service {
    let baseURL: String
    var decoder: any BodyDecoder { JSONDecoder.freshet }
}

extension Request<ByFoundation, ArticlePage> {
    static var page: Self {
        var request = Request("")
        request.sharing = .never
        return request
    }
}

import Dispatch
import Foundation
import Freshet
import FreshetCombine
import NIOConcurrencyHelpers
import NewsAPI

/// The service of the benchmark, declared as by a user of Freshet.
struct Site: Service {
    let baseURL: String
}

extension Request<Site, ArticlePage> {
    static let page = Request("")

    static func page(_ number: Int) -> Self { Request("", query: ["number": number]) }
}

extension Request<Site, NewsAPI.ArticlePage> {
    /// A page whose models are read as `JSONReadable`, as those of the services are.
    static let news = Request("")

    static func news(_ number: Int) -> Self { Request("", query: ["number": number]) }
}

extension Request<Site, Data> {
    static let bytes = Request("", reading: .data)

    /// A request without sharing and without retries.
    static let bare = bytes.sharing(.never).retrying(.policy(.never))
}

extension Contestant {
    static let freshet =
        faces("Freshet", on: asyncHTTPClient) + decoders + missed + cached + streams("Freshet", on: asyncHTTPClient)
        + faces("Freshet on URLSession", on: urlSession) + streams("Freshet on URLSession", on: urlSession)

    private typealias MakeTransport = @Sendable () -> any Transport

    /// Returns a contestant for each interface: once without retries, and once with the default retries.
    ///
    /// All of them run without a cache and without sharing.
    private static func faces(_ name: String, on transport: @escaping MakeTransport) -> [Contestant] {
        var limits = Limits()
        limits.bodyBytes = 1 << 30
        let roomy = limits
        return threeFaces("\(name), raw, stages off", .bare, \.count) {
            Client(Site(baseURL: $0), transport: transport(), cache: nil, limits: roomy, retry: .never)
        } + [
            Contestant(name: "\(name), raw") { address in
                let client = Client(Site(baseURL: address), transport: transport(), cache: nil, limits: roomy)
                return .async { try await client.value(for: unshared(.bytes)).count }
            }
        ]
            + threeFaces(name, awaited: ", async", unshared(.page), \.articles.count, decodes: true) {
                Client(Site(baseURL: $0), transport: transport(), cache: nil)
            }
    }

    /// The contestants that are served from the cache: the response is fresh after the first call.
    ///
    /// The transport is not used then, so the results hold for every transport.
    private static let cached = threeFaces(
        "Freshet, cache and sharing on", .page, \.articles.count, decodes: true, clientWithCache)

    private static func threeFaces<Value>(
        _ name: String,
        awaited: String = "",
        _ request: Request<Site, Value>,
        _ count: @escaping @Sendable (Value) -> Int,
        decodes: Bool = false,
        _ makeClient: @escaping @Sendable (_ address: String) -> Client<Site>
    ) -> [Contestant] {
        [
            Contestant(name: name + awaited, decodes: decodes) { address in
                let client = makeClient(address)
                return .async { count(try await client.value(for: request)) }
            },
            Contestant(name: "\(name), Result", decodes: decodes) { address in
                let (client, queue) = (makeClient(address), DispatchQueue(label: "callbacks"))
                return .callback { completion in
                    client.fetch(request, on: queue) { completion($0.map(count).mapError { $0 }) }
                }
            },
            Contestant(name: "\(name), publisher", decodes: decodes) { address in
                let client = makeClient(address)
                return .sink { client.publisher(for: request).map(count) }
            },
        ]
    }

    /// The contestants with all default stages: each call requests a new address, which may be shared and is stored.
    private static let missed = [
        Contestant(name: "Freshet, all stages, async", decodes: true) { address in
            let (client, number) = (clientWithCache(address), Numbers())
            return .async { try await client.value(for: .page(number.next)).articles.count }
        },
        Contestant(name: "Freshet, all stages, async, JSONReadable", decodes: true) { address in
            let (client, number) = (clientWithCache(address), Numbers())
            return .async { try await client.value(for: .news(number.next)).articles.count }
        },
    ]

    /// Makes a client whose cache is full when the measurement begins, so that each stored response evicts another
    /// one.
    @Sendable
    private static func clientWithCache(_ address: String) -> Client<Site> {
        Client(
            Site(baseURL: address), transport: asyncHTTPClient(),
            cache: HTTPCache(store: MemoryCacheStore(byteLimit: 2 << 20)))
    }

    /// The contestants that read the same body with other decoders.
    private static let decoders = [
        Contestant(name: "Freshet, async, JSONReadable", decodes: true) { address in
            let client = Client(Site(baseURL: address), transport: asyncHTTPClient(), cache: nil)
            return .async { try await client.value(for: unshared(.news)).articles.count }
        },
        Contestant(name: "Freshet, async, JSONDecoder", decodes: true) { address in
            let client = Client(ByFoundation(baseURL: address), transport: asyncHTTPClient(), cache: nil)
            return .async { try await client.value(for: .page).articles.count }
        },
    ]

    private static func streams(_ name: String, on transport: @escaping MakeTransport) -> [Contestant] {
        [
            Contestant(name: "\(name), stream", keepsBody: false) { address in
                let client = Client(Site(baseURL: address), transport: transport(), cache: nil)
                return .async {
                    var count = 0
                    for try await piece in try await client.stream(for: .bytes) { count += piece.count }
                    return count
                }
            },
            Contestant(name: "\(name), download") { address in
                let client = Client(Site(baseURL: address), transport: transport(), cache: nil)
                return .async {
                    let file = FileManager.default.temporaryDirectory.appending(path: "wire-\(UUID().uuidString)")
                    defer { try? FileManager.default.removeItem(at: file) }
                    return try await client.download(.bytes, to: file).metrics.bodyBytes
                }
            },
        ]
    }

    private static let asyncHTTPClient: MakeTransport = {
        var configuration = AsyncHTTPClientTransport.Configuration()
        configuration.connectionsPerHost = 1024
        return AsyncHTTPClientTransport(configuration)
    }

    private static let urlSession: MakeTransport = {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.httpMaximumConnectionsPerHost = 1024
        return URLSessionTransport(configuration: configuration)
    }

    /// Returns the request without sharing: each call makes its own exchange, as those of the other contestants do.
    private static func unshared<Value>(_ request: Request<Site, Value>) -> Request<Site, Value> {
        request.sharing(.never)
    }
}

/// The service of the benchmark with Foundation's decoder.
struct ByFoundation: Service {
    let baseURL: String
    var decoder: any BodyDecoder { JSONDecoder.freshet }
}

extension Request<ByFoundation, ArticlePage> {
    static var page: Self { Request("").sharing(.never) }
}

/// A counter that returns the numbers from 1 on, so that each call has another address.
private final class Numbers: Sendable {
    private let last = NIOLockedValueBox(0)

    var next: Int {
        last.withLockedValue { last in
            last += 1
            return last
        }
    }
}

import Dispatch
import Foundation
import Freshet
import FreshetCombine
import NIOConcurrencyHelpers
import NewsAPI

/// The service of the benchmark, as a user of Freshet describes it.
struct Site: Service {
    let baseURL: String
}

extension Request<Site, ArticlePage> {
    static let page = Request("")

    static func page(_ number: Int) -> Self { Request("", query: ["number": number]) }
}

extension Request<Site, NewsAPI.ArticlePage> {
    /// Models that read themselves, as those of the services do.
    static let news = Request("")

    static func news(_ number: Int) -> Self { Request("", query: ["number": number]) }
}

extension Request<Site, Data> {
    static let bytes = Request("", reading: .data)

    /// Without anything between the caller and the socket that can be left out.
    static let bare = bytes.sharing(.never).retrying(.policy(.never))
}

extension Contestant {
    static let freshet =
        faces("Freshet", on: asyncHTTPClient) + decoders + missed + cached + streams("Freshet", on: asyncHTTPClient)
        + faces("Freshet on URLSession", on: urlSession) + streams("Freshet on URLSession", on: urlSession)

    private typealias MakeTransport = @Sendable () -> any Transport

    /// Each face, without the stages that can be left out and with those that are there by default.
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

    /// The response is fresh after the first call. No transport is asked, so it is the same on each.
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

    /// Every stage that a client has by default: each call asks for an address of its own, which could be shared and is kept.
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

    /// The cache is small enough to be full when the measuring begins: what is stored then pushes something out.
    @Sendable
    private static func clientWithCache(_ address: String) -> Client<Site> {
        Client(
            Site(baseURL: address), transport: asyncHTTPClient(),
            cache: HTTPCache(store: MemoryCacheStore(byteLimit: 2 << 20)))
    }

    /// Other ways to read the same body.
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

    /// Every call its own exchange, as with the others.
    private static func unshared<Value>(_ request: Request<Site, Value>) -> Request<Site, Value> {
        request.sharing(.never)
    }
}

/// The same service, read by Foundation's decoder.
struct ByFoundation: Service {
    let baseURL: String
    var decoder: any BodyDecoder { JSONDecoder.freshet }
}

extension Request<ByFoundation, ArticlePage> {
    static var page: Self { Request("").sharing(.never) }
}

/// The numbers from 1 on, for calls that differ.
private final class Numbers: Sendable {
    private let last = NIOLockedValueBox(0)

    var next: Int {
        last.withLockedValue { last in
            last += 1
            return last
        }
    }
}

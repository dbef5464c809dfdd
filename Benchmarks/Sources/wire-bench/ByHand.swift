import AsyncHTTPClient
import Dispatch
import Foundation
import FreshetCombine
import NIOCore
import NIOFoundationCompat

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What people write without Freshet.
extension Contestant {
    static let byHand = [
        Contestant(name: "AsyncHTTPClient, raw", decodes: false) { address in
            {
                try await Engines.body(of: address).readableBytes
            }
        },
        Contestant(name: "AsyncHTTPClient, JSONDecoder", decodes: true) { address in
            let decoder = Engines.decoder()
            return {
                let body = try await Engines.body(of: address)
                return try decoder.decode(ArticlePage.self, from: Data(buffer: body)).articles.count
            }
        },
        Contestant(name: "URLSession, JSONDecoder", decodes: true) { address in
            let (url, session, decoder) = (try Engines.url(address), Engines.session(), Engines.decoder())
            return {
                let (data, _) = try await session.data(from: url)
                return try decoder.decode(ArticlePage.self, from: data).articles.count
            }
        },
        Contestant(name: "dataTaskPublisher.map.decode.receive.sink", decodes: true) { address in
            let (url, session, decoder) = (try Engines.url(address), Engines.session(), Engines.decoder())
            let queue = DispatchQueue(label: "receive")
            return {
                try await Subscription.value(
                    of: session.dataTaskPublisher(for: url)
                        .map(\.data)
                        .decode(type: ArticlePage.self, decoder: decoder)
                        .receive(on: queue)
                        .map(\.articles.count))
            }
        },
    ]
}

enum Engines {
    /// As many connections as calls, for all: the limits of the engines differ.
    static let client: HTTPClient = {
        var configuration = HTTPClient.Configuration()
        configuration.connectionPool.concurrentHTTP1ConnectionsPerHostSoftLimit = 1024
        return HTTPClient(eventLoopGroupProvider: .singleton, configuration: configuration)
    }()

    static func body(of address: String) async throws -> ByteBuffer {
        let response = try await client.execute(HTTPClientRequest(url: address), timeout: .seconds(60))
        return try await response.body.collect(upTo: 1 << 30)
    }

    static func session() -> URLSession {
        let configuration = URLSessionConfiguration.ephemeral
        configuration.urlCache = nil
        configuration.httpMaximumConnectionsPerHost = 1024
        return URLSession(configuration: configuration)
    }

    static func decoder() -> JSONDecoder {
        let decoder = JSONDecoder()
        decoder.dateDecodingStrategy = .iso8601
        return decoder
    }

    static func url(_ address: String) throws -> URL {
        guard let url = URL(string: address) else { throw URLError(.badURL) }
        return url
    }
}

/// A subscription for one value, kept alive until it has come.
enum Subscription {
    static func value<P: Publisher>(of publisher: P) async throws -> P.Output where P.Output: Sendable {
        let box = Box()
        return try await withCheckedThrowingContinuation { continuation in
            box.subscription = publisher.sink(
                receiveCompletion: {
                    if case .failure(let error) = $0 { continuation.resume(throwing: error) }
                    box.subscription = nil
                }, receiveValue: { continuation.resume(returning: $0) })
        }
    }

    // The completion comes behind the sink's return or on a queue that waits for it; nobody else touches it.
    private final class Box: @unchecked Sendable {
        var subscription: AnyCancellable?
    }
}

import AsyncHTTPClient
import Dispatch
import Foundation
import FreshetCombine
import NIOCore
import NIOFoundationCompat

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The contestants that use an HTTP client or URLSession without Freshet.
extension Contestant {
    static let byHand = [
        Contestant(name: "AsyncHTTPClient, raw") { address in
            .async { try await Engines.body(of: address).readableBytes }
        },
        Contestant(name: "AsyncHTTPClient, JSONDecoder", decodes: true) { address in
            let decoder = Engines.decoder()
            return .async {
                let body = try await Engines.body(of: address)
                return try decoder.decode(ArticlePage.self, from: Data(buffer: body)).articles.count
            }
        },
        Contestant(name: "URLSession, JSONDecoder", decodes: true) { address in
            let (url, session, decoder) = (try Engines.url(address), Engines.session(), Engines.decoder())
            return .async {
                let (data, _) = try await session.data(from: url)
                return try decoder.decode(ArticlePage.self, from: data).articles.count
            }
        },
        Contestant(name: "dataTaskPublisher.map.decode.receive.sink", decodes: true) { address in
            let (url, session, decoder) = (try Engines.url(address), Engines.session(), Engines.decoder())
            let queue = DispatchQueue(label: "receive")
            return .sink {
                session.dataTaskPublisher(for: url)
                    .map(\.data)
                    .decode(type: ArticlePage.self, decoder: decoder)
                    .receive(on: queue)
                    .map(\.articles.count)
            }
        },
    ]
}

enum Engines {
    /// The client of all contestants on AsyncHTTPClient.
    ///
    /// It allows as many connections as there are calls in flight, since the default limits of the HTTP clients
    /// differ.
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

extension Call {
    /// Makes a call that subscribes to a publisher of one value. The publisher retains its sink until it has ended.
    static func sink<P: Publisher & SendableMetatype>(_ makePublisher: @escaping @Sendable () -> P) -> Call
    where P.Output == Int {
        .callback { completion in
            var value = 0
            makePublisher()
                .subscribe(
                    Subscribers.Sink(
                        receiveCompletion: { end in
                            switch end {
                            case .finished: completion(.success(value))
                            case .failure(let error): completion(.failure(error))
                            }
                        }, receiveValue: { value = $0 }))
        }
    }
}

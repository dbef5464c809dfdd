public import CombineCompletion
public import Foundation
public import FreshetCore
public import FreshetImages

/// A store that loads pictures and keeps them by address.
///
/// ```swift
/// let store = ImageStore(client: news)
/// let picture = ImageLoader(store: store)
/// picture.url = URL(string: "https://news.example/picture.png")
/// ```
///
/// Views that need the same picture share one request. The store is limited by its number of bytes.
/// Loading begins with the first subscriber to a picture, and is cancelled when the last one
/// leaves. Content that isn't a picture, by its media type or its first bytes, is a failure. A
/// failure is kept for a short time, so that a scrolling list doesn't request the picture again
/// with every row.
public final class ImageStore {
    private let images: Cache<URL, ImageData>
    private let failures: Cache<URL, FetchError>
    private let load: (URL) -> AnyPublisher<Data, FetchError>
    private let running = Lock<[URL: Publishers.ShareReplay<AnyPublisher<ImageData, FetchError>>]>(ofUnchecked: [:])

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - byteLimit: The maximum number of bytes of pictures that are kept, 64 MiB by default.
    ///   - failureLifetime: How long a failure is kept, 30 seconds by default.
    ///   - time: The time source by which pictures and failures expire. The system's by default.
    ///   - load: Returns a publisher of the bytes at an address.
    public init<P: Publisher>(
        byteLimit: Int = 64 << 20,
        failureLifetime: Duration = .seconds(30),
        time: TimeSource = .system,
        load: @escaping (URL) -> P
    ) where P.Output == Data, P.Failure == FetchError {
        images = Cache(entryLimit: .max, costLimit: byteLimit, time: time)
        failures = Cache(lifetime: failureLifetime, entryLimit: 1000, time: time)
        self.load = { load($0).eraseToAnyPublisher() }
    }

    /// Makes a store that loads through a client.
    ///
    /// The client's limits and time source apply to pictures as well. Its credentials are sent only
    /// to its service's own origin.
    public convenience init<API: Service>(
        client: Client<API>,
        byteLimit: Int = 64 << 20,
        failureLifetime: Duration = .seconds(30)
    ) {
        self.init(byteLimit: byteLimit, failureLifetime: failureLifetime, time: client.time) { url in
            // Only the formats of `ImageData`, since a server that has several formats may choose
            // any of those it is offered.
            let accepted = ImageFormat.allCases.map(\.mediaType).joined(separator: ", ")
            let reading = ResponseReading<API, Data>(accept: accepted, accepts: \.canHoldPicture) { body, _, _ in body
            }
            return client.publisher(for: Request(.absolute(url.absoluteString), reading: reading))
        }
    }

    /// Returns a publisher of the picture at an address.
    ///
    /// The publisher is cold. An `http` address is loaded over HTTPS, except on this machine.
    /// Values are delivered on no particular thread.
    ///
    /// - Returns: A publisher of one picture, or a failure. It sends immediately if the picture or
    ///   a recent failure is kept, or if there is no address.
    public func image(for url: URL?) -> AnyPublisher<ImageData, FetchError> {
        guard let url = url.flatMap(Self.secured) else {
            return .fail(with: FetchError(.invalidRequest("the picture has no address")))
        }
        return Deferred { [self] in
            if let image = images.value(forKey: url) { return AnyPublisher<ImageData, FetchError>.just(image) }
            if let error = failures.value(forKey: url) { return .fail(with: error) }
            return shared(url).eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }

    /// Returns a publisher of the picture at an address, or `nil` if there is none.
    public func optionalImage(for url: URL?) -> AnyPublisher<ImageData?, Never> {
        image(for: url).map { $0 }.replaceError(with: nil).eraseToAnyPublisher()
    }

    /// Removes the kept failure of an address, so that the next subscriber loads it again.
    public func removeFailure(of url: URL) {
        failures.removeValue(forKey: Self.secured(url) ?? url)
    }

    /// The address with HTTPS; `nil` if its scheme is neither HTTP nor HTTPS.
    private static func secured(_ url: URL) -> URL? {
        switch url.scheme?.lowercased() {
        case "https": return url
        case "http":
            // A server on this machine, such as in development, has no certificate.
            if ["localhost", "127.0.0.1", "::1", "[::1]"].contains(url.host) { return url }
            var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
            components?.scheme = "https"
            if components?.port == 80 { components?.port = nil }
            return components?.url
        default: return nil
        }
    }

    private func shared(_ url: URL) -> Publishers.ShareReplay<AnyPublisher<ImageData, FetchError>> {
        running.withLock { running in
            if let known = running[url] { return known }
            let publisher = load(url)
                .flatMap { bytes in
                    Result { () throws(FetchError) in try ImageData(bytes) }.publisher
                }
                .handleEvents(
                    receiveOutput: { [weak self] in self?.images.insert($0, forKey: url, cost: $0.bytes.count) },
                    receiveCompletion: { [weak self] end in
                        if case .failure(let error) = end, !error.isCancellation {
                            self?.failures.insert(error, forKey: url)
                        }
                        self?.forget(url)
                    },
                    receiveCancel: { [weak self] in self?.forget(url) }
                )
                .eraseToAnyPublisher()
                .share(replay: 1)
            running[url] = publisher
            return publisher
        }
    }

    private func forget(_ url: URL) {
        _ = running.withLock { $0.removeValue(forKey: url) }
    }
}

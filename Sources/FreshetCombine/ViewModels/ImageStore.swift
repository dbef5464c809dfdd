public import CombineOrOpenCombine
public import Foundation
public import FreshetCore
public import FreshetImages

/// Loads pictures, keeps them by address, and asks once for what several views want at the same time.
///
/// What is kept is bounded by bytes. Loading begins with the first that wants a picture and is cancelled when the last
/// one leaves. What is no picture, by its media type or its first bytes, is a failure; a failure is remembered for a
/// short while, so that a list that scrolls does not repeat it with every row, and then tried anew.
public final class ImageStore {
    private let images: Cache<URL, ImageData>
    private let failures: Cache<URL, FetchError>
    private let load: (URL) -> AnyPublisher<Data, FetchError>
    private let running = Lock<[URL: Publishers.ShareReplay<AnyPublisher<ImageData, FetchError>>]>(ofUnchecked: [:])

    /// Makes a store.
    ///
    /// - Parameters:
    ///   - byteLimit: How many bytes of pictures are kept: 64 MiB unless told.
    ///   - failureLifetime: How long a failure is remembered: 30 seconds unless told.
    ///   - time: The time by which what is kept expires. The system's by default.
    ///   - load: Makes the publisher of the bytes at an address.
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
    /// Its limits and its time hold for pictures too; its credentials go to its service's own origin alone.
    public convenience init<API: Service>(
        client: Client<API>,
        byteLimit: Int = 64 << 20,
        failureLifetime: Duration = .seconds(30)
    ) {
        self.init(byteLimit: byteLimit, failureLifetime: failureLifetime, time: client.time) { url in
            let reading = ResponseReading<API, Data>(accept: "image/*", accepts: \.canHoldPicture) { body, _, _ in body
            }
            return client.publisher(for: Request(.absolute(url.absoluteString), reading: reading))
        }
    }

    /// Returns the picture at an address.
    ///
    /// Cold. A plain `http` address is asked for over https. Values come on the thread that brings them.
    ///
    /// - Returns: One picture, or the failure; at once when the picture or a recent failure is known, and for no address.
    public func image(for url: URL?) -> AnyPublisher<ImageData, FetchError> {
        guard let url = url.flatMap(Self.secured) else {
            return .fail(with: FetchError(.invalidRequest("there is no address of a picture")))
        }
        return Deferred { [self] in
            if let image = images.value(forKey: url) { return AnyPublisher<ImageData, FetchError>.just(image) }
            if let error = failures.value(forKey: url) { return .fail(with: error) }
            return shared(url).eraseToAnyPublisher()
        }
        .eraseToAnyPublisher()
    }

    /// Returns the picture at an address, or `nil` when there is none.
    public func optionalImage(for url: URL?) -> AnyPublisher<ImageData?, Never> {
        image(for: url).map { $0 }.replaceError(with: nil).eraseToAnyPublisher()
    }

    /// Forgets that an address failed, so that the next one who wants it asks again.
    public func forgetFailure(of url: URL) {
        failures.removeValue(forKey: Self.secured(url) ?? url)
    }

    /// The address over https; `nil` when it is none of the web.
    private static func secured(_ url: URL) -> URL? {
        switch url.scheme?.lowercased() {
        case "https": return url
        case "http":
            // A server on this machine, as in development, has no certificate.
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

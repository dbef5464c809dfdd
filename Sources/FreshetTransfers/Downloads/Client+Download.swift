public import Foundation
public import FreshetCore
import FreshetDigests
import HTTPTypes

/// The progress of a download.
public struct DownloadProgress: Sendable, Hashable {
    /// The number of bytes in the file.
    public let receivedBytes: Int
    /// The length that the server announced; `nil` when it did not, and for compressed bodies.
    public let expectedBytes: Int?

    /// The received share, from 0 to 1; `nil` if the length is unknown.
    public var fraction: Double? {
        guard let expectedBytes, expectedBytes > 0 else { return nil }
        return min(1, Double(receivedBytes) / Double(expectedBytes))
    }
}

/// The partial file of a failed download, which lies beside its destination.
public enum PartialDownload {
    /// Returns the number of bytes that the next download to a destination may reuse; `nil` if there are none.
    public static func bytes(for destination: URL) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: PartialFile.path(for: destination))
        return attributes?[.size] as? Int
    }

    /// Removes the partial file, so that the next download starts over. Must not be called while a download writes it.
    public static func remove(for destination: URL) { PartialFile.remove(for: destination) }
}

extension Client {
    /// Writes the body of a response to a file, in constant memory.
    ///
    /// The bytes go to a hidden file next to the destination, which replaces it when it is complete. A download that
    /// fails or is cancelled leaves an older file unchanged. The next download of the same request to the same
    /// destination resumes it, even in another process, if the response had a strong validator and a length. See the
    /// guide Downloading files and resuming downloads. ``PartialDownload/remove(for:)`` removes the partial file of a
    /// download that is not tried again.
    ///
    /// A connection that is lost in between is retried like other failures, and the download continues. The length of
    /// the file, and its digest if the response has one (RFC 9530), are checked. A part that was not requested (206,
    /// RFC 9110 §15.3.7) is an error.
    ///
    /// - Parameters:
    ///   - request: The request. How it reads its response does not matter. It asks for a body that is not compressed,
    ///     unless it has an `Accept-Encoding` of its own.
    ///   - destination: The file to write; an existing one is replaced.
    ///   - progress: Called after each chunk, on no particular executor. ``Request/onProgress(_:)`` is called less
    ///     often, and knows the rate.
    /// - Throws: ``FetchError``; ``FetchError/Kind-swift.enum/file(_:)`` when the file can't be written.
    @concurrent
    public func download<Value>(
        _ request: Request<API, Value>,
        to destination: URL,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(FetchError) -> Response<URL> {
        let account = account
        let file = try PartialFile(for: destination, request: identity(of: request, account))
        // A range that the app requests is not the complete file.
        if request.headers[.range] != nil { try file.startOver() }
        do throws(FetchError) {
            do throws(FetchError) {
                return try await download(request, into: file, progress)
            } catch {
                guard error.underlying is OtherRepresentation else { throw error }
                try file.startOver()
                return try await download(request, into: file, progress)
            }
        } catch {
            keep(file, of: account)
            throw error
        }
    }

    /// A digest of what is requested, and for which account. Secrets don't count: they change.
    func identity<Value>(of request: Request<API, Value>, _ account: CallAccount?) -> String {
        let address = request.path.address ?? request.path.path
        let query = [request.path.query, request.query.encoded].compactMap(\.self).joined(separator: "&")
        var text = "\(request.method) \(service.baseURL) \(address)?\(query)"
        if let account { text += " \(account.identity)" }
        return SHA256.hexDigest(of: Data(text.utf8))
    }

    /// Keeps the received bytes for the next download, until the account signs out.
    private func keep(_ file: PartialFile, of account: CallAccount?) {
        guard let account, file.isResumable else { return }
        let (destination, request) = (file.destination, file.request)
        let isSignedIn = account.onSignOut("\(request) \(destination)") {
            PartialFile.remove(for: destination, ifOf: request)
        }
        if !isSignedIn { file.discard() }
    }

    private func download<Value>(
        _ request: Request<API, Value>, into file: PartialFile, _ progress: (@Sendable (DownloadProgress) -> Void)?
    ) async throws(FetchError) -> Response<URL> {
        var request = request.reading(.nothing)
        if request.headers[.acceptEncoding] == nil { request = request.header(.acceptEncoding, "identity") }
        if let fields = file.rangeFields {
            // The content of the file need not be in the cache.
            request = request.caching(.bypass)
            for field in fields { request = request.header(field.name, field.value) }
        }
        let stream: ResponseStream
        do throws(FetchError) { stream = try await self.stream(for: request) } catch {
            throw file.rangeFields != nil && error.status == .rangeNotSatisfiable ? PartialFile.otherBytes : error
        }
        // A list's page, which is complete for `value(for:)`, is no complete file.
        let head = stream.head
        if head.status == .partialContent, request.headers[.range] == nil, !head.isWholePart {
            throw FetchError.unrequestedPart.adding(response: FetchError.Response(head: head))
        }
        try file.begin(head)
        let expected = file.length(by: head)
        for try await chunk in stream {
            try file.write(chunk)
            progress?(DownloadProgress(receivedBytes: file.count, expectedBytes: expected))
        }
        try file.complete(head)
        var response = Response(
            value: file.destination, head: file.head(of: head), url: stream.url, redirects: stream.redirects,
            source: stream.source, metrics: stream.metrics)
        response.interim = stream.interim
        return response
    }
}

public import Foundation
public import FreshetCore
import FreshetDigests
import HTTPTypes

/// The progress of a download.
public struct DownloadProgress: Sendable, Hashable {
    /// The number of bytes in the file so far, including those of an earlier download that is
    /// resumed.
    public let receivedBytes: Int
    /// The complete length in bytes; `nil` if the server doesn't announce it, and for compressed
    /// bodies.
    public let expectedBytes: Int?

    /// The received fraction, from 0 to 1; `nil` if the length is unknown.
    public var fraction: Double? {
        guard let expectedBytes, expectedBytes > 0 else { return nil }
        return min(1, Double(receivedBytes) / Double(expectedBytes))
    }
}

/// The partial file of an incomplete download, which is stored beside its destination.
///
/// ```swift
/// if let bytes = PartialDownload.bytes(for: file) { print("\(bytes) bytes can be reused") }
/// PartialDownload.remove(for: file)
/// ```
public enum PartialDownload {
    /// Returns the number of bytes that the next download to a destination may reuse, or `nil` if
    /// there are none.
    public static func bytes(for destination: URL) -> Int? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: PartialFile.path(for: destination))
        return attributes?[.size] as? Int
    }

    /// Removes the partial file, so that the next download starts over. Don't call it while a
    /// download is writing to the file.
    public static func remove(for destination: URL) { PartialFile.remove(for: destination) }
}

extension Client {
    /// Downloads a response's body to a file, using constant memory.
    ///
    /// ```swift
    /// let response = try await desk.download(.recording(7), to: file) { progress in
    ///     print(progress.fraction ?? 0)
    /// }
    /// print("Saved to \(response.value.path)")
    /// ```
    ///
    /// The bytes are written to a hidden file next to the destination, which replaces the
    /// destination once it is complete. If the download fails or is cancelled, an existing file
    /// stays unchanged. The next download of the same request to the same destination resumes it,
    /// even in another process, provided that the response had a strong validator and a length. See
    /// the guide Downloading files and resuming downloads. If you don't intend to resume a
    /// download, remove its partial file with ``PartialDownload/remove(for:)``.
    ///
    /// A lost connection is retried like other failures, and the download continues where it
    /// stopped. The length of the file is checked, as is its digest if the response has one (RFC
    /// 9530). Partial content that wasn't requested (status 206, RFC 9110 §15.3.7) is an error.
    ///
    /// - Parameters:
    ///   - request: The request. Its own way of reading its response is ignored. It asks for an
    ///     uncompressed body, unless it sets `Accept-Encoding` itself.
    ///   - destination: The file to write; an existing one is replaced.
    ///   - progress: Called after each chunk, on an unspecified executor.
    ///     ``Request/onProgress(_:)`` is called less often and reports the rate as well.
    /// - Throws: ``FetchError``; ``FetchError/Kind-swift.enum/file(_:)`` if the file can't be
    ///   written.
    @concurrent
    public func download<Value>(
        _ request: Request<API, Value>,
        to destination: URL,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(FetchError) -> Response<URL> {
        let account = account
        let file = try PartialFile(for: destination, request: identity(of: request, account))
        // If the app itself requests a range, the response isn't the complete file, so earlier bytes must not be kept.
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

    /// Returns a digest of the request and its account. Secrets are left out because they change.
    func identity<Value>(of request: Request<API, Value>, _ account: CallAccount?) -> String {
        let address = request.path.address ?? request.path.path
        let query = [request.path.query, request.query.encoded].compactMap(\.self).joined(separator: "&")
        var text = "\(request.method) \(service.baseURL) \(address)?\(query)"
        if let account { text += " \(account.identity)" }
        return SHA256.hexDigest(of: Data(text.utf8))
    }

    /// Leaves the received bytes for the next download, until the account signs out.
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
            // The content ends up in the file, so it isn't stored in the cache as well.
            request = request.caching(.bypass)
            for field in fields { request = request.header(field.name, field.value) }
        }
        let stream: ResponseStream
        do throws(FetchError) { stream = try await self.stream(for: request) } catch {
            throw file.rangeFields != nil && error.status == .rangeNotSatisfiable ? PartialFile.otherBytes : error
        }
        // Status 206 may be a complete page of a list for `value(for:)`, but it isn't a complete file.
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

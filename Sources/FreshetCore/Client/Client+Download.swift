public import Foundation

/// The progress of a download.
public struct DownloadProgress: Sendable, Hashable {
    /// The number of received bytes.
    public let receivedBytes: Int
    /// The length that the server announced; `nil` when it did not, and for compressed bodies.
    public let expectedBytes: Int?

    /// The received share, from 0 to 1; `nil` if the length is unknown.
    public var fraction: Double? {
        guard let expectedBytes, expectedBytes > 0 else { return nil }
        return min(1, Double(receivedBytes) / Double(expectedBytes))
    }
}

extension Client {
    /// Writes the body of a response to a file, in constant memory.
    ///
    /// The bytes go to a temporary file next to the destination, which replaces it when it is complete. A download that
    /// fails or is cancelled leaves no file, and an older file unchanged.
    ///
    /// - Parameters:
    ///   - request: The request. How it reads its response does not matter.
    ///   - destination: The file to write; an existing one is replaced.
    ///   - progress: Called after each chunk, on no particular executor.
    /// - Throws: ``FetchError``; ``FetchError/Kind-swift.enum/file(_:)`` when the file can't be written.
    @concurrent
    public func download<Value>(
        _ request: Request<API, Value>,
        to destination: URL,
        progress: (@Sendable (DownloadProgress) -> Void)? = nil
    ) async throws(FetchError) -> Response<URL> {
        let stream = try await stream(for: request.reading(.nothing))
        let file = try PartialFile(for: destination)
        var received = 0
        for try await chunk in stream {
            try file.write(chunk)
            received += chunk.count
            progress?(DownloadProgress(receivedBytes: received, expectedBytes: stream.expectedBytes))
        }
        try file.complete()
        var response = Response(
            value: destination, head: stream.head, url: stream.url, redirects: stream.redirects, source: stream.source,
            metrics: stream.metrics)
        response.interim = stream.interim
        return response
    }
}

/// A file that is written beside its destination and moved there when it is complete.
private final class PartialFile {
    private let destination: URL
    private let partial: URL
    private let handle: FileHandle
    private var isComplete = false

    init(for destination: URL) throws(FetchError) {
        self.destination = destination
        partial = destination.deletingLastPathComponent()
            .appendingPathComponent(".\(destination.lastPathComponent).\(UUID().uuidString).part")
        guard FileManager.default.createFile(atPath: partial.path, contents: nil) else {
            throw FetchError(.file("The file \(destination.path) can't be written. Check that its folder exists."))
        }
        do { handle = try FileHandle(forWritingTo: partial) } catch {
            try? FileManager.default.removeItem(at: partial)
            throw Self.failure(destination, error)
        }
    }

    deinit {
        try? handle.close()
        if !isComplete { try? FileManager.default.removeItem(at: partial) }
    }

    func write(_ chunk: Data) throws(FetchError) {
        do { try handle.write(contentsOf: chunk) } catch { throw Self.failure(destination, error) }
    }

    func complete() throws(FetchError) {
        do {
            try handle.close()
            if rename(partial.path, destination.path) != 0 {
                throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO)
            }
            isComplete = true
        } catch {
            throw Self.failure(destination, error)
        }
    }

    private static func failure(_ destination: URL, _ error: any Error) -> FetchError {
        FetchError(.file("The file \(destination.path) can't be written."), underlying: error)
    }
}

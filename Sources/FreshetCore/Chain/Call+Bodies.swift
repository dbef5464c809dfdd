import Foundation
import HTTPTypes

extension Call {
    /// Reads the next chunk of a body, within the idle timeout.
    func next(of body: any TransportBody) async throws(FetchError) -> Data? {
        let deadlines = deadlines
        deadlines.beginWaiting(at: time.now())
        defer { deadlines.endWaiting(at: time.now()) }
        let chunk = try await body.next()
        if let chunk { options.progress?.update { $0.countReceived(chunk.count, at: $1) } }
        return chunk
    }

    /// Reads a whole body into memory.
    ///
    /// - Parameters:
    ///   - announced: The length that the server announces; 0 if it announces none.
    ///   - limit: The most bytes that the body may have.
    /// - Throws: ``FetchError/Kind-swift.enum/tooLarge(_:)`` beyond the limit. The body is then still open.
    func all(of body: any TransportBody, announced: Int, limit: Int) async throws(FetchError) -> Data {
        // Before the first byte is read, so that a body which is announced as too large costs no traffic.
        guard announced <= limit else { throw FetchError(.tooLarge(.body(limit: limit))) }
        var data = Data()
        while let chunk = try await next(of: body) {
            guard chunk.count <= limit - data.count else { throw FetchError(.tooLarge(.body(limit: limit))) }
            if data.isEmpty {
                data = chunk
                // The announced length may be wrong: reserve at most a megabyte for it.
                if announced > chunk.count { data.reserveCapacity(min(announced, 1 << 20)) }
            } else {
                data.append(chunk)
            }
        }
        return data
    }

    /// Reads the beginning of the body of a refused response, and closes the exchange if more
    /// follows.
    ///
    /// A body that breaks off counts as truncated rather than as a failure: the head matters more.
    func beginning(of body: any TransportBody, limit: Int) async -> (data: Data, isTruncated: Bool) {
        var data = Data()
        while data.count < limit {
            let chunk: Data?
            do throws(FetchError) { chunk = try await next(of: body) } catch { return (data, true) }
            guard let chunk else { return (data, false) }
            guard chunk.count <= limit - data.count else {
                data.append(chunk.prefix(limit - data.count))
                break
            }
            data.append(chunk)
        }
        // Not read to its end for the sake of the connection: the server decides how much follows.
        body.cancel()
        return (data, true)
    }

    /// Reads the whole body of an interceptor's response if it is a stream and the caller wants
    /// complete bytes.
    func complete(_ response: inout IncomingResponse) async throws(FetchError) {
        guard case .stream(let body) = response.body else { return }
        if options.accepts(response.head) {
            guard !options.isStream else { return }
            do throws(FetchError) {
                // The length in an interceptor's head may still be that of a body which it has replaced.
                response.body = .complete(try await all(of: body, announced: 0, limit: options.limits.bodyBytes))
            } catch {
                body.cancel()
                throw error
            }
        } else {
            let (data, isTruncated) = await beginning(of: body, limit: options.limits.errorBodyBytes)
            response.body = .complete(data)
            response.isTruncated = isTruncated
        }
    }
}

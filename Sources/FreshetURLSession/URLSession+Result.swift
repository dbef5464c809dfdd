public import Foundation
import FreshetCore

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension URLSession {
    /// Makes a data task that passes a `Result` to its callback, for code that continues to use
    /// URLSession.
    ///
    /// ```swift
    /// URLSession.shared.dataTask(with: address) { result in
    ///     switch result {
    ///     case .success(let (response, data)): show(data, (response as? HTTPURLResponse)?.statusCode)
    ///     case .failure(let error): show(error)
    ///     }
    /// }
    /// .resume()
    /// ```
    ///
    /// As with URLSession's own tasks, a response with any status is a success. A `Client` checks
    /// the status.
    ///
    /// - Parameters:
    ///   - url: The address.
    ///   - result: Called exactly once, on the session's delegate queue, even after a cancellation.
    /// - Returns: The task, which starts when you call `resume()`.
    public func dataTask(
        with url: URL, result: @escaping @Sendable (Result<(URLResponse, Data), any Error>) -> Void
    ) -> URLSessionDataTask {
        dataTask(with: URLRequest(url: url), result: result)
    }

    /// Makes a data task that passes a `Result` to its callback, for code that continues to use
    /// URLSession.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - result: Called exactly once, on the session's delegate queue, even after a cancellation.
    /// - Returns: The task, which starts when you call `resume()`.
    public func dataTask(
        with request: URLRequest, result: @escaping @Sendable (Result<(URLResponse, Data), any Error>) -> Void
    ) -> URLSessionDataTask {
        let completion = Completion<(URLResponse, Data), any Error>(result)
        return dataTask(with: request) { data, response, error in
            completion.pair(response.map { ($0, data ?? Data()) }, error)
        }
    }
}

public import CombineOrOpenCombine
public import Foundation
public import FreshetCore
import HTTPTypes

extension Client {
    /// Returns a publisher of an answer as `URLSession.dataTaskPublisher(for:)` gives it: the bytes and the head.
    ///
    /// For pipelines written for URLSession, which now go through the client's transport, limits and credentials:
    ///
    /// ```swift
    /// movies.dataTaskPublisher(for: .movie(id))
    ///     .tryDecodeResponse(type: Movie.self, decoder: JSONDecoder.snakeCaseConverting)
    /// ```
    ///
    /// As there, an answer of any status is a value: only a call without an answer fails. The body of an answer that is
    /// not 2xx holds at most `Limits.errorBodyBytes`. Cold; one call a subscription.
    public func dataTaskPublisher<Value>(
        for request: Request<API, Value>
    ) -> CallbackPublisher<(data: Data, response: URLResponse), FetchError> {
        CallbackPublisher { [self] completion in
            let task = start(request.reading(.data)) { result in
                completion.result(
                    result.flatMap { Self.answer($0.value, $0.head, $0.url) }.flatMapError(Self.answer(of:)))
            }
            return { task.cancel() }
        }
    }

    private typealias Answer = Result<(data: Data, response: URLResponse), FetchError>

    /// The answer behind an error about its status.
    private static func answer(of error: FetchError) -> Answer {
        guard let response = error.response, let url = error.request?.url else { return .failure(error) }
        return answer(response.body, response.head, url)
    }

    private static func answer(_ body: Data, _ head: HTTPResponse, _ address: String) -> Answer {
        guard
            let url = URL(string: address),
            let response = HTTPURLResponse(
                url: url, statusCode: head.status.code, httpVersion: "HTTP/1.1",
                headerFields: Dictionary(
                    head.headerFields.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { "\($0), \($1)" }))
        else { return .failure(FetchError(.protocolViolation("the answer has no address"))) }
        return .success((body, response))
    }
}

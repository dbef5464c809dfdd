public import Foundation
public import FreshetCore
import FreshetJSON
import FreshetText
import HTTPTypes

#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension Client {
    /// Returns a publisher of the bytes and the head of a response, like `URLSession.dataTaskPublisher(for:)`.
    ///
    /// It lets pipelines written for URLSession use the client's transport, limits and credentials:
    ///
    /// ```swift
    /// weather.dataTaskPublisher(for: .forecast(for: "Oslo"))
    ///     .tryDecodeResponse(type: Forecast.self, decoder: JSONDecoder.snakeCaseConverting)
    /// ```
    ///
    /// As with URLSession, a response of any status is a value: only a call without a response
    /// fails. The body of a response whose status is not 2xx has at most `Limits.errorBodyBytes`.
    /// The publisher is cold: each subscription makes a call.
    public func dataTaskPublisher<Value>(
        for request: Request<API, Value>
    ) -> CallbackPublisher<(data: Data, response: URLResponse), FetchError> {
        CallbackPublisher { [self] completion in
            let task = start(request.reading(.data)) { result in
                completion.result(
                    result.flatMap { Self.result($0.value, $0.head, $0.url.text) }.flatMapError(Self.result(of:)))
            }
            return { task.cancel() }
        }
    }

    private typealias SessionResult = Result<(data: Data, response: URLResponse), FetchError>

    private static func result(of error: FetchError) -> SessionResult {
        guard let response = error.response, let url = error.request?.url else { return .failure(error) }
        return result(response.body, response.head, url)
    }

    private static func result(_ body: Data, _ head: HTTPResponse, _ address: String) -> SessionResult {
        guard
            let url = AddressText.url(address),
            // An `HTTPURLResponse` has one value per field, so repeated fields are joined (RFC 9110 §5.3).
            let response = HTTPURLResponse(
                url: url, statusCode: head.status.code, httpVersion: "HTTP/1.1",
                headerFields: Dictionary(
                    head.headerFields.map { ($0.name.canonicalName, $0.value) }, uniquingKeysWith: { "\($0), \($1)" }))
        else { return .failure(FetchError(.protocolViolation("the response has no address"))) }
        return .success((body, response))
    }
}

public import CombineCompletion
public import Foundation
import FreshetCore
public import FreshetJSON
import FreshetURLSession

extension FreshetJSONDecoder: TopLevelDecoder {
    /// The type of bodies.
    public typealias Input = Data
}

extension Publisher where Output == Data {
    /// Decodes each body as the type that the next operator needs.
    ///
    /// It doesn't check the status, so an error page fails to decode as data of another shape. For
    /// responses of `dataTaskPublisher`, use `tryDecodeResponse(type:decoder:)`. Demand is passed
    /// on unchanged.
    ///
    /// - Parameters:
    ///   - type: The type to decode; inferred by default.
    ///   - decoder: The decoder. By default, it converts keys from snake case.
    public func decode<T: Decodable>(
        as type: T.Type = T.self,
        using decoder: JSONDecoder = .snakeCaseConverting
    ) -> Publishers.Decode<Self, T, JSONDecoder> {
        decode(type: type, decoder: decoder)
    }
}

extension Publisher {
    /// Checks each value. An error that the check throws ends the pipeline.
    ///
    /// In a pipeline that must survive failures, check inside the publisher that `latest(_:)` runs.
    public func validate(using check: @escaping (Output) throws -> Void) -> Publishers.TryMap<Self, Output> {
        tryMap { value in
            try check(value)
            return value
        }
    }

    /// Unwraps each optional value. The first `nil` ends the pipeline with an error.
    ///
    /// - Parameter error: The error, which is evaluated only for a `nil`.
    public func unwrap<Wrapped>(
        orThrow error: @escaping @autoclosure () -> any Error
    ) -> Publishers.TryMap<Self, Wrapped> where Output == Wrapped? {
        tryMap { value in
            guard let value else { throw error() }
            return value
        }
    }
}

extension Publisher where Output == (data: Data, response: URLResponse) {
    /// Decodes the bodies of responses whose status is 2xx.
    ///
    /// Any other response ends the pipeline with a `FetchError` of kind `status` that has the head
    /// and the body, with a `URLError` of code `badServerResponse` as its underlying error.
    public func tryDecodeResponse<Item: Decodable, Coder: TopLevelDecoder>(
        type: Item.Type = Item.self,
        decoder: Coder
    ) -> Publishers.Decode<Publishers.TryMap<Self, Data>, Item, Coder> where Coder.Input == Data {
        tryMap { output in
            try FetchError.check(output.response, body: output.data)
            return output.data
        }
        .decode(type: type, decoder: decoder)
    }
}

public import CombineOrOpenCombine
public import Foundation
import FreshetCore
public import FreshetJSON

extension FreshetJSONDecoder: TopLevelDecoder {
    public typealias Input = Data
}

extension Publisher where Output == Data {
    /// Decodes each body, to the type that the next step asks for.
    ///
    /// It can't see a status: the body of an error page is decoded like any other and fails as wrong data. On answers of
    /// `dataTaskPublisher` use `tryDecodeResponse(type:decoder:)`. Demand is passed on as it is.
    ///
    /// - Parameters:
    ///   - type: The type to decode; inferred unless told.
    ///   - decoder: A decoder whose keys are in snake case unless told.
    public func decode<T: Decodable>(
        as type: T.Type = T.self,
        using decoder: JSONDecoder = .snakeCaseConverting
    ) -> Publishers.Decode<Self, T, JSONDecoder> {
        decode(type: type, decoder: decoder)
    }
}

extension Publisher {
    /// Checks each value; what the check throws ends the pipeline.
    ///
    /// In a pipeline that has to outlive a failure, check inside of what `latest(_:)` runs.
    public func validate(using check: @escaping (Output) throws -> Void) -> Publishers.TryMap<Self, Output> {
        tryMap { value in
            try check(value)
            return value
        }
    }

    /// Takes each value out of its optional; the first `nil` ends the pipeline.
    ///
    /// - Parameter error: Evaluated only when a `nil` comes.
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
    /// Decodes the bodies of answers whose status is 2xx.
    ///
    /// Any other answer ends the pipeline with a `FetchError` of kind `status` that keeps head and body, above
    /// a `URLError` of code `badServerResponse`.
    public func tryDecodeResponse<Item: Decodable, Coder: TopLevelDecoder>(
        type: Item.Type = Item.self,
        decoder: Coder
    ) -> Publishers.Decode<Publishers.TryMap<Self, Data>, Item, Coder> where Coder.Input == Data {
        tryMap { answer in
            try FetchError.check(answer.response, body: answer.data)
            return answer.data
        }
        .decode(type: type, decoder: decoder)
    }
}

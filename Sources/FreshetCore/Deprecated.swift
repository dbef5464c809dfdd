// The names of earlier versions.

public import Foundation

extension Request {
    /// The earlier name of ``requiring(_:otherwise:)``.
    @available(*, deprecated, renamed: "requiring(_:otherwise:)")
    public func requiring(_ isMet: Bool, _ problem: @autoclosure () -> String) -> Self {
        requiring(isMet, otherwise: problem())
    }
}

extension FetchState {
    /// The earlier name of ``receive(_:at:isStale:isFetching:)``.
    @available(*, deprecated, renamed: "receive(_:at:isStale:isFetching:)")
    public mutating func receive(_ value: Value, at date: Date, isStale: Bool = false, goesOn: Bool) {
        receive(value, at: date, isStale: isStale, isFetching: goesOn)
    }
}

extension FetchState where Value: Sendable {
    /// The earlier name of ``receive(_:at:isFetching:)``.
    @available(*, deprecated, renamed: "receive(_:at:isFetching:)")
    public mutating func receive(_ response: Response<Value>, at date: Date, goesOn: Bool) {
        receive(response, at: date, isFetching: goesOn)
    }
}

/// The earlier name of ``withCompletion(_:)``.
///
/// - Throws: As that does.
@available(*, deprecated, renamed: "withCompletion(_:)")
public func valueOfCallback<Value: Sendable>(
    _ start: (Completion<Value, any Error>) -> (@Sendable () -> Void)?
) async throws -> Value {
    try await withCompletion(start)
}

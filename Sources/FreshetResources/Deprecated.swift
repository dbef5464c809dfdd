// The names of earlier versions.

public import FreshetCore

/// The earlier name of ``WriteModel``.
@available(*, deprecated, renamed: "WriteModel")
public typealias Mutation<API: Service, Input, Output: Sendable> = WriteModel<API, Input, Output>

extension WriteModel {
    /// The earlier name of ``WritePhase``.
    @available(*, deprecated, renamed: "WritePhase")
    public typealias Phase = WritePhase
}

extension ListWindow {
    /// The earlier name of ``ListState``.
    @available(*, deprecated, renamed: "ListState")
    public typealias State = ListState<Item>

    /// The earlier name of ``loadMore()``.
    @available(*, deprecated, renamed: "loadMore()")
    @discardableResult
    public func next() -> Task<Void, Never> { loadMore() }
}

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

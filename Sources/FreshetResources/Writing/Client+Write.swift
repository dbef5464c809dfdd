public import FreshetCore

extension Client {
    /// Sends a write, and applies its changes to resources at once.
    ///
    /// ```swift
    /// try await theatre.write(.rename(7, to: title)) {
    ///     $0.update(.play(7)) { $0.title = title }
    ///     $0.invalidates(.tag("ratings"))
    /// }
    /// ```
    ///
    /// The shown value is the newest data of the server with the writes applied in the order in which they began. A
    /// write that succeeded stays applied until data arrive that were requested after its end. A refused one is removed
    /// at once. One whose outcome is not known, since it was sent and no response came, stays until such data arrive.
    /// The changed resources are stale afterwards, and are fetched again when the last write on them has ended.
    ///
    /// - Parameters:
    ///   - request: The request that writes.
    ///   - plan: Describes the changes of resources. It runs at once, in the caller's isolation.
    /// - Returns: The value of the response.
    /// - Throws: `FetchError`; `FetchError.cancelled` also when an earlier write of the scope has failed and cancels
    ///   those after it.
    @discardableResult
    public func write<Output>(
        _ request: Request<API, Output>, _ plan: (inout WritePlan<API, Output>) -> Void = { _ in }
    ) async throws(FetchError) -> Output {
        let write = RunningWrite(self, request, plan)
        try await write.waitForTurn()
        return try await write.send().value
    }
}

public import FreshetCore

extension Client {
    /// Sends a write, and shows at once what it does.
    ///
    /// ```swift
    /// try await theatre.write(.rename(7, to: title)) {
    ///     $0.update(.play(7)) { $0.title = title }
    ///     $0.invalidates(.tag("ratings"))
    /// }
    /// ```
    ///
    /// What is shown is the newest data of the server with the writes applied in the order in which they began. A write that succeeded
    /// stays shown until data come that were asked for after it ended. A refused one goes at once. One whose outcome is not known, since
    /// it was sent and no response came, stays until such data decide. What it changed is stale afterwards, and is fetched again when
    /// the last write on it has ended.
    ///
    /// - Parameters:
    ///   - request: The request that writes.
    ///   - plan: Says what the write does to resources. It runs at once, on the caller's side.
    /// - Returns: The value of the response.
    /// - Throws: `FetchError`; `FetchError.cancelled` also when an earlier write of the scope has failed and cancels those after it.
    @discardableResult
    public func write<Output>(
        _ request: Request<API, Output>, _ plan: (inout WritePlan<API, Output>) -> Void = { _ in }
    ) async throws(FetchError) -> Output {
        let write = RunningWrite(self, request, plan)
        try await write.waitForTurn()
        return try await write.send().value
    }
}

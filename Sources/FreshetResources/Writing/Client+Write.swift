public import FreshetCore

extension Client {
    /// Sends a write, and immediately applies its changes to resources.
    ///
    /// ```swift
    /// try await theatre.write(.rename(7, to: title)) {
    ///     $0.update(.play(7)) { $0.title = title }
    ///     $0.invalidates(.tag("ratings"))
    /// }
    /// ```
    ///
    /// The shown value is the server's newest data with the writes applied in the order in which
    /// they began. A successful write stays applied until data arrives that was requested after its
    /// end. A rejected write is removed immediately. If a write was sent and no response was
    /// received, its outcome is unknown, and it stays until such data arrives. The changed
    /// resources are stale afterwards, and are fetched again when the last write on them has ended.
    ///
    /// - Parameters:
    ///   - request: The request that writes.
    ///   - plan: Describes the changes to resources. It runs immediately, in the caller's
    ///     isolation.
    /// - Returns: The value of the response.
    /// - Throws: `FetchError`. It is `FetchError.cancelled` if the task is cancelled, and also if
    ///   an earlier write of the scope failed and cancels the writes after it.
    @discardableResult
    public func write<Output>(
        _ request: Request<API, Output>, _ plan: (inout WritePlan<API, Output>) -> Void = { _ in }
    ) async throws(FetchError) -> Output {
        let write = RunningWrite(self, request, plan)
        try await write.waitForTurn()
        return try await write.send().value
    }
}

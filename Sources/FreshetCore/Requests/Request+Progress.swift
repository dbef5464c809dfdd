/// The option with the function that receives the progress of a request's calls; `nil` if there is
/// none.
enum ProgressKey: RequestOptionKey {
    static let defaultValue: (@Sendable (TransferProgress) -> Void)? = nil
    static let sharing = OptionSharing<(@Sendable (TransferProgress) -> Void)?>.when { $0 == nil && $1 == nil }
}

extension Request {
    package var progress: (@Sendable (TransferProgress) -> Void)? {
        get { options[ProgressKey.self] }
        set { options[ProgressKey.self] = newValue }
    }

    /// Returns the request with a function that receives the progress of its calls.
    ///
    /// ```swift
    /// let upload = Request.attach(photo, to: 7).onProgress { print($0.sent.fraction ?? 0) }
    /// ```
    ///
    /// There are at most 60 reports per second, and the last one is always sent. The request no
    /// longer shares in-flight requests.
    ///
    /// - Parameter receive: Called for each report, on no particular thread and one at a time.
    ///   Return quickly.
    public func onProgress(_ receive: @escaping @Sendable (TransferProgress) -> Void) -> Self {
        var new = self
        // A request may have several observers, for example one in a service and one on a screen.
        let previous = progress
        new.progress = { report in
            previous?(report)
            receive(report)
        }
        return new
    }

    /// Returns the request together with the progress of its next call as a sequence.
    ///
    /// ```swift
    /// let (upload, progress) = Request.attach(photo, to: 7).withProgress()
    /// async let done: Void = desk.value(for: upload)
    /// for await step in progress { bar.fraction = step.sent.fraction }
    /// try await done
    /// ```
    ///
    /// The sequence ends with the call, after its last progress. A reader that is slower than the
    /// transfer skips reports and gets the latest one. With FreshetCombine, `progress.publisher`
    /// publishes the same values.
    public func withProgress() -> (request: Self, progress: AsyncStream<TransferProgress>) {
        let (progress, continuation) = AsyncStream.makeStream(
            of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
        let request = onProgress { step in
            continuation.yield(step)
            if step.isLast { continuation.finish() }
        }
        return (request, progress)
    }
}

extension Request {
    func cancelledBeforeItsCall() -> FetchError {
        // A reader of the sequence would otherwise wait forever for the end of a call that never
        // began.
        progress?(TransferProgress(isLast: true))
        return .cancelled
    }
}

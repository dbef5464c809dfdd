import Foundation

/// A body that is copied while it is read, and stored when it ends or breaks off.
final class StoringBody: TransportBody {
    private let base: any TransportBody
    private let limit: Int
    private let complete: @Sendable (Data?) async -> Void
    private let breakOff: @Sendable (Data) async -> Void
    /// The bytes read so far; `nil` once there are too many, or the body has ended.
    private let kept = Lock<Data?>(Data())

    /// - Parameters:
    ///   - limit: The most bytes that are copied.
    ///   - complete: Receives the whole body once it was read; `nil` if it is larger than the limit.
    ///   - breakOff: Receives the beginning of a body that breaks off or is cancelled, unless it is
    ///     empty.
    init(
        _ base: any TransportBody, limit: Int, complete: @escaping @Sendable (Data?) async -> Void,
        breakOff: @escaping @Sendable (Data) async -> Void
    ) {
        self.base = base
        self.limit = limit
        self.complete = complete
        self.breakOff = breakOff
    }

    func next() async throws(FetchError) -> Data? {
        let chunk: Data?
        do throws(FetchError) {
            chunk = try await base.next()
        } catch {
            // In a task of its own, since the call's task may be cancelled.
            if let beginning = takeBeginning() { await Task { [breakOff] in await breakOff(beginning) }.value }
            throw error
        }
        if let chunk {
            let isTooLarge = kept.withLock { kept in
                guard let count = kept?.count else { return false }
                guard chunk.count <= limit - count else {
                    // Released at once, so that a long body occupies no memory while it passes.
                    kept = nil
                    return true
                }
                // A body of one chunk, as most are, is shared here instead of copied.
                if count == 0 { kept = chunk } else { kept?.append(chunk) }
                return false
            }
            if isTooLarge { await complete(nil) }
        } else if let body = kept.withLock({ $0.take() }) {
            // Taken, so that a `cancel` after the end doesn't store the body a second time as a beginning.
            await complete(body)
        }
        return chunk
    }

    func cancel() {
        // `cancel` doesn't wait, and the store may take a while.
        if let beginning = takeBeginning() { Task { [breakOff] in await breakOff(beginning) } }
        base.cancel()
    }

    private func takeBeginning() -> Data? {
        kept.withLock { $0.take() }.flatMap { $0.isEmpty ? nil : $0 }
    }
}

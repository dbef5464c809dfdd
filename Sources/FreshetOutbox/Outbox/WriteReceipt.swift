#if SQLite
public import FreshetCore
public import Foundation

/// The receipt of an enqueued write, which waits for the write's delivery.
///
/// ```swift
/// let receipt = try await outbox.enqueue(like, 7)
/// try await receipt.delivered()
/// ```
public struct WriteReceipt<Output: Sendable>: Sendable {
    /// The identifier of the write, by which the receipt can be found again after a restart.
    public let id: WriteID
    private let outbox: Outbox
    private let read: @Sendable (Response<Data>) async throws(OutboxError) -> Output

    init<API, Input>(
        _ id: WriteID, _ outbox: Outbox, _ write: DurableWrite<API, Input, Output>, _ input: Input?,
        _ client: Client<API>
    ) {
        self.id = id
        self.outbox = outbox
        read = { response throws(OutboxError) in
            guard let input else {
                if let nothing = () as? Output { return nothing }
                throw .outputUnknown
            }
            do { return try await write.request(input).reading.output(of: response, client.service) } catch {
                throw .outputUnreadable(
                    error as? FetchError ?? FetchError(.validation("the output can't be read"), underlying: error))
            }
        }
    }

    /// Waits until the write has ended, and returns its output.
    ///
    /// A write that is unconfirmed, unreadable or waiting for an account hasn't ended.
    ///
    /// - Throws: The final ``OutboxError``. It is ``OutboxError/closed`` if the task is cancelled
    ///   or the outbox is closed, neither of which affects the write.
    public func delivered() async throws(OutboxError) -> Output {
        switch await outbox.end(of: id.uuid) {
        case .failed(let error): throw error
        case .delivered(let response?): return try await read(response)
        case .delivered(nil):
            if let nothing = () as? Output { return nothing }
            throw .outputUnknown
        }
    }
}

extension ResponseReading {
    /// Decodes the output of a write.
    func output(of response: Response<Data>, _ service: API) async throws -> Value {
        if response.value.isEmpty, let value = whenEmpty?() { return value }
        return try await read(response, service, nil)
    }
}

/// The final outcome of a write, which is reported until it is acknowledged.
public struct WriteOutcome: Sendable, Identifiable, Equatable {
    /// The result of a write.
    public enum Result: Sendable, Equatable {
        /// The server applied it.
        case delivered
        /// It failed, or was cancelled or replaced.
        case failed(OutboxError)
    }

    /// The identifier of the write.
    public let id: WriteID
    /// The name of the write.
    public let name: String
    /// When it ended.
    public let date: Date
    /// The result.
    public let result: Result
}

/// A summary of a write that is stored in an outbox, for example for a list.
public struct StoredWriteSummary: Sendable, Identifiable, Equatable {
    /// The phase of a stored write.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Phase: Sendable, Equatable {
        /// It waits for its turn, for the network, for an account or for its next attempt.
        case waiting
        /// Its request is in progress.
        case sending
        /// The app is resolving its conflict.
        case conflict
        /// This build can't read it.
        case unreadable
        /// It may have been applied, and only the app can decide what to do.
        case unconfirmed
        /// It failed.
        case failed(OutboxError)
    }

    /// The identifier of the write.
    public let id: WriteID
    /// The name of the write.
    public let name: String
    /// The scope of the write.
    public let scope: String?
    /// The phase of the write.
    public let phase: Phase
    /// When it was enqueued.
    public let date: Date
    /// The number of requests that were sent for it.
    public let attempts: Int
    /// The code of its last error.
    public let lastError: String?
}
#endif

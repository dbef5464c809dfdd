#if SQLite
public import FreshetCore
public import Foundation

/// The receipt of an enqueued write, which is stored when it is returned.
public struct WriteReceipt<Output: Sendable>: Sendable {
    /// The identifier of the write, by which the receipt is found again after a restart.
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
    /// A write that is unconfirmed, unreadable or waits for an account has not ended.
    ///
    /// - Throws: The final ``OutboxError``; ``OutboxError/closed`` if the task is cancelled or the outbox is closed,
    ///   which changes nothing for the write.
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
    /// Reads the output of a write.
    func output(of response: Response<Data>, _ service: API) async throws -> Value {
        if response.value.isEmpty, let value = whenEmpty?() { return value }
        return try await read(response, service, nil)
    }
}

/// The final outcome of a write, which is reported until it is acknowledged.
public struct WriteOutcome: Sendable, Identifiable, Equatable {
    /// The result of a write.
    public enum Result: Sendable, Equatable {
        /// The server has applied it.
        case delivered
        /// It has failed, was cancelled or replaced.
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

/// A write that is stored in an outbox, as for a list.
public struct StoredWriteSummary: Sendable, Identifiable, Equatable {
    /// What becomes of a write.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum Phase: Sendable, Equatable {
        /// It waits for its turn, for the network, for an account, or until it is tried again.
        case waiting
        /// Its request is in progress.
        case sending
        /// The app resolves its conflict.
        case conflict
        /// This build can't read it.
        case unreadable
        /// It may have been applied, and only the app can decide.
        case unconfirmed
        /// It has failed.
        case failed(OutboxError)
    }

    /// The identifier of the write.
    public let id: WriteID
    /// The name of the write.
    public let name: String
    /// The scope of the write.
    public let scope: String?
    /// What becomes of it.
    public let phase: Phase
    /// When it was enqueued.
    public let date: Date
    /// The number of requests that were sent for it.
    public let attempts: Int
    /// The code of its last error.
    public let lastError: String?
}
#endif

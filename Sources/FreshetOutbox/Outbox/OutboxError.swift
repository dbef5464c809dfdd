#if SQLite
public import FreshetCore
import Foundation

/// The error of an outbox, or the reason why a write wasn't delivered.
///
/// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum OutboxError: Error, Sendable, Equatable {
    /// The file can't be opened, read or written, for example on a full disk. The text is the
    /// reason, for developers.
    case store(String)
    /// Another outbox, in this process or another one, has the file open, and the file isn't shared
    /// (``OutboxSettings/isShared``).
    case inUse
    /// The outbox already has as many writes or bytes as its settings allow. Nothing was stored.
    case full
    /// Two writes were registered under one name.
    case duplicateName(String)
    /// No write with this name was registered when the outbox was opened.
    case unregistered(String)
    /// The write can't be stored, and nothing was stored. The text is the reason, for developers.
    case unsendable(String)
    /// The server rejected the write, or the write failed for a reason that a retry wouldn't
    /// change.
    ///
    /// The code is a `FetchError` code, or `key_reused` if the server knows the idempotency key
    /// with other content. The error itself is known only in the process where it occurred.
    case failed(code: String, FetchError?)
    /// The write was not sent within its lifetime.
    case expired
    /// An earlier write of the scope failed, and its rule cancels the writes after it.
    case cancelled(by: WriteID)
    /// A later write with the same key replaced this one before it was sent.
    case replaced(by: WriteID)
    /// The app discarded the write.
    case discarded
    /// The write was delivered, but its output isn't known: another request confirmed the write,
    /// its response was too long to be stored or contained a secret, or its input was too long to
    /// be kept.
    case outputUnknown
    /// The write was delivered, but its response can't be decoded as the output.
    case outputUnreadable(FetchError)
    /// There is no write with this id, or its outcome was acknowledged.
    case unknownWrite
    /// The request of the write is in progress.
    case beingSent
    /// The outbox was closed, or the waiting task was cancelled.
    case closed
}
#endif

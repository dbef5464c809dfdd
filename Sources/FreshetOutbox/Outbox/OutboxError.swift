#if SQLite
public import FreshetCore
import Foundation

/// The error of an outbox, or the reason why a write was not delivered.
///
/// New cases may come with a minor version: end a `switch` over it with `default` or `@unknown default`.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum OutboxError: Error, Sendable, Equatable {
    /// The file can't be opened, read or written, as on a full disk. The text is the reason, for developers.
    case store(String)
    /// Another outbox has the file open, in this process or another one, and it is not shared
    /// (``OutboxSettings/isShared``).
    case inUse
    /// The outbox has as many writes or bytes as its settings allow. Nothing was stored.
    case full
    /// Two writes were registered under one name.
    case duplicateName(String)
    /// No write with this name was registered when the outbox was opened.
    case unregistered(String)
    /// The write can't be stored. Nothing was. The text is the reason, for developers.
    case unsendable(String)
    /// The server has refused the write, or it has failed in another way that a repetition does not change.
    ///
    /// The code is that of `FetchError`, or `key_reused` where the server knows the idempotency key with other content.
    /// The error itself is known only to the process in which it occurred.
    case failed(code: String, FetchError?)
    /// The write was not sent within its lifetime.
    case expired
    /// An earlier write of the scope has failed, and its rule cancels those after it.
    case cancelled(by: WriteID)
    /// A later write with the same key has replaced this one before it was sent.
    case replaced(by: WriteID)
    /// The app has discarded the write.
    case discarded
    /// The write was delivered, and its output is not known: it was confirmed by another request, or its response was
    /// too long to be stored or held a secret, or its input was too long to stay stored.
    case outputUnknown
    /// The write was delivered, and its response can't be read as the output.
    case outputUnreadable(FetchError)
    /// There is no write with this id, or its outcome was acknowledged.
    case unknownWrite
    /// The request of the write is in progress.
    case beingSent
    /// The outbox was closed, or the task that waited was cancelled.
    case closed
}
#endif

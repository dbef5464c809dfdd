import Foundation

extension Error {
    /// Whether the error is a cancellation. A cancellation is never shown to the user.
    package var isCancellation: Bool {
        switch self {
        case let error as FetchError: error.kind == .cancelled
        case is CancellationError: true
        default: urlErrorCode == NSURLErrorCancelled
        }
    }

    /// The code of a `URLError`; `nil` for other errors. It is read from the bridged error, because
    /// on Linux `URLError` is part of FoundationNetworking, which this module doesn't import.
    var urlErrorCode: Int? {
        let error = self as NSError
        return error.domain == NSURLErrorDomain ? error.code : nil
    }
}

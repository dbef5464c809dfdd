import Foundation

extension Error {
    /// Whether the error is a cancellation, which is never shown.
    package var isCancellation: Bool {
        switch self {
        case let error as FetchError: error.kind == .cancelled
        case is CancellationError: true
        default: urlErrorCode == NSURLErrorCancelled
        }
    }

    /// The code of a `URLError`; `nil` for other errors. On Linux, the type itself is in FoundationNetworking.
    var urlErrorCode: Int? {
        let error = self as NSError
        return error.domain == NSURLErrorDomain ? error.code : nil
    }
}

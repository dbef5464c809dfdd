import Foundation

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Error {
    /// Whether the error is a cancellation, which is never shown.
    package var isCancellation: Bool {
        switch self {
        case let error as FetchError: error.kind == .cancelled
        case is CancellationError: true
        case let error as URLError: error.code == .cancelled
        default: false
        }
    }
}

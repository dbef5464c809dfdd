import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import Testing

/// The three ways to get a value, each as the outcome that its caller sees.
enum ValueFace: String, CaseIterable, CustomTestStringConvertible {
    case async, callback, publisher

    var testDescription: String { rawValue }

    func outcome<API, Value>(
        of request: Request<API, Value>, _ client: Client<API>
    ) async throws -> Result<Value, FetchError> {
        switch self {
        case .async:
            do throws(FetchError) { return .success(try await client.value(for: request)) } catch {
                return .failure(error)
            }
        case .callback:
            return await withCheckedContinuation { continuation in
                client.fetch(request, on: .global()) { continuation.resume(returning: $0) }
            }
        case .publisher:
            let recorder = PublisherRecorder(client.publisher(for: request))
            try await recorder.waitForCompletion()
            if let failure = recorder.failure { return .failure(failure) }
            guard recorder.violations.isEmpty, let value = recorder.values.last else {
                return .failure(FetchError(.validation("no value came: \(recorder.violations)")))
            }
            return .success(value)
        }
    }
}

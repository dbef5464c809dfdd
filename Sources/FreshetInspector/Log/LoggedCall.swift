public import Foundation
public import FreshetCore
import HTTPTypes

/// A call as shown by the inspector. It contains no secrets.
public struct LoggedCall: Sendable, Codable, Hashable, Identifiable {
    /// The source of a call's value.
    public enum Source: String, Sendable, Codable {
        /// From the server.
        case network
        /// From another call's request.
        case joined
        /// From a memory cache, fresh.
        case memory
        /// From a disk cache, fresh.
        case disk
        /// From a cache with the app's own store, fresh.
        case cache
        /// From the cache, after the server confirmed it.
        case revalidated
        /// From the cache, stale.
        case stale
        /// From a tape, which responds instead of the server.
        case tape
    }

    /// How a call ended.
    public enum End: String, Sendable, Codable {
        /// It returned a value.
        case succeeded
        /// It failed.
        case failed
        /// It was cancelled.
        case cancelled
    }

    /// The number of the call, as in its events.
    public let id: UInt64
    /// The name of the client.
    public let client: String
    /// The method.
    public let method: String
    /// The path template, or the path if there is none.
    public let template: String
    /// The address, with secret values replaced.
    public let url: String
    /// When the call began.
    public let start: Date
    /// The status of the last response; `nil` if there is none.
    public internal(set) var status: Int?
    /// The source of the value.
    public internal(set) var source = Source.network
    /// How the call ended; `nil` while it is running.
    public internal(set) var end: End?
    /// The duration of the call in seconds; `nil` while it is running.
    public internal(set) var duration: Double?
    /// The size of the decoded body in bytes; `nil` if it isn't known.
    public internal(set) var bytes: Int?
    /// The number of requests passed to the transport.
    public internal(set) var attempts = 0
    /// The code and the description of the error; `nil` if there is none.
    public internal(set) var failure: String?
    /// The number of the call whose request it shares; `nil` if it has its own.
    public internal(set) var leader: UInt64?
    /// The first 200 steps.
    public private(set) var steps: [LoggedStep] = []
    private var stepCost = 0
    /// The source to report for a fresh response from the client's cache.
    private var cache = Source.cache
    /// The reason for the next attempt.
    var cause: String?

    private enum CodingKeys: CodingKey {
        case id, client, method, template, url, start, status, source, end, duration, bytes, attempts, failure, leader
    }

    /// Makes a call from its first event. Add this event and the following ones with ``add(_:)``.
    ///
    /// - Parameters:
    ///   - event: The first event.
    ///   - client: The name of the client.
    ///   - cache: The source to report for a fresh response from the client's cache.
    ///   - date: The date of the event.
    public init(_ event: FetchEvent, client: String, cache: Source = .cache, at date: Date) {
        id = event.call
        self.client = client
        self.cache = cache
        method = event.request.method.rawValue
        url = event.request.url
        template = event.request.template ?? Self.path(of: url)
        start = date
        // Most calls have six steps.
        steps.reserveCapacity(8)
    }

    /// Returns the path of an address.
    private static func path(of url: String) -> String {
        let path = url.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false).last ?? ""
        return "/\(path.prefix { $0 != "?" })"
    }

    /// The query of its URL with the question mark and without secrets; empty if there is none.
    var query: Substring { url.firstIndex(of: "?").map { url[$0...] } ?? "" }

    /// The approximate size in bytes.
    var cost: Int { 400 + url.utf8.count + template.utf8.count + (failure?.utf8.count ?? 0) + stepCost }

    /// Adds an event.
    public mutating func add(_ event: FetchEvent) {
        if steps.count < Self.stepLimit, var step = LoggedStep(event) {
            if step.kind == .attempt { step.detail = cause ?? "the first request" }
            steps.append(step)
            stepCost += step.cost
        }
        if let cause = LoggedStep.cause(event) { self.cause = cause }
        switch event.step {
        case .attempt: (attempts, cause) = (attempts + 1, nil)
        case .joined(let call): (source, leader) = (.joined, call)
        case .measured(let metrics) where metrics.isReplayed && source == .network: source = .tape
        case .head(let status): self.status = status
        case .body(let bytes): self.bytes = bytes
        case .cache(let step): note(step.action)
        case .finished(let metrics): finish(.succeeded, event, metrics)
        case .failed(let error):
            finish(.failed, event, nil)
            failure = "\(error.code): \(error.errorDescription ?? "")"
        case .cancelled: finish(.cancelled, event, nil)
        default: break
        }
    }

    /// The maximum number of steps logged per call, since a stream may have many.
    private static let stepLimit = 200

    private mutating func note(_ action: CacheStep.Action) {
        switch action {
        case .servedFresh: source = cache
        case .servedStale: source = .stale
        case .confirmed: source = .revalidated
        default: break
        }
    }

    private mutating func finish(_ end: End, _ event: FetchEvent, _ metrics: CallMetrics?) {
        self.end = end
        duration = event.elapsed / .seconds(1)
        if let metrics { bytes = bytes ?? metrics.bodyBytes }
    }
}

extension LoggedCall.Source {
    /// Makes the source to report for fresh responses from a cache.
    init(of cache: HTTPCache?) {
        self =
            switch cache?.isOnDisk {
            case true?: .disk
            case false?: .memory
            case nil: .cache
            }
    }
}

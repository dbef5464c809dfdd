public import Freshet
import NIOConcurrencyHelpers

/// The metrics of the web app, for `GET /metrics`.
///
/// Labels are from fixed lists, never from received data, so that their number stays small.
public final class WebMetrics: Sendable {
    private struct Pair: Hashable, Comparable {
        let first: String
        let second: String

        static func < (one: Pair, other: Pair) -> Bool {
            (one.first, one.second) < (other.first, other.second)
        }
    }

    private struct State {
        var requests: [Pair: Int] = [:]
        var durations: [String: Histogram] = [:]
        var bytes: [String: Int] = [:]
        var calls: [Pair: Int] = [:]
        var changes = 0
        var inputs = 0
        var cutOffs = 0
    }

    private let state = NIOLockedValueBox(State())

    /// Makes metrics that are all zero.
    public init() {}

    /// Returns an observer that counts the calls of a service by how they end.
    public func observer(of service: String) -> any FetchObserver {
        CallCounter(metrics: self, service: service)
    }

    func countRequest(_ route: String, status: Int, seconds: Double, bytes: Int) {
        state.withLockedValue {
            $0.requests[Pair(first: route, second: String(status)), default: 0] += 1
            $0.durations[route, default: Histogram()].observe(seconds)
            $0.bytes[route, default: 0] += bytes
        }
    }

    func countChanges(_ count: Int, bytes: Int) {
        state.withLockedValue {
            $0.changes += count
            $0.bytes["stream", default: 0] += bytes
        }
    }

    func countInput() { state.withLockedValue { $0.inputs += 1 } }
    func countCutOff() { state.withLockedValue { $0.cutOffs += 1 } }

    fileprivate func countCall(_ service: String, outcome: String) {
        state.withLockedValue { $0.calls[Pair(first: service, second: outcome), default: 0] += 1 }
    }

    /// Returns all metrics in the text format of Prometheus.
    func text(streams: Int, pages: Int) -> String {
        let state = state.withLockedValue { $0 }
        let routes = state.durations.keys.sorted()
        var families = [
            MetricFamily(
                name: "gazette_requests_total", help: "Requests by kind of route and status.", kind: .counter,
                samples: Self.samples(state.requests, "route", "status")),
            MetricFamily(
                name: "gazette_request_seconds", help: "Time from a request to the head of its response.",
                kind: .histogram,
                samples: routes.flatMap { state.durations[$0, default: Histogram()].samples([("route", $0)]) }),
            MetricFamily(
                name: "gazette_sent_bytes_total", help: "Bytes of bodies by kind of route.", kind: .counter,
                samples: state.bytes.sorted { $0.key < $1.key }.map {
                    .init(labels: [("route", $0.key)], value: Double($0.value))
                }),
            MetricFamily(
                name: "gazette_calls_total", help: "Calls of services by how they ended.", kind: .counter,
                samples: Self.samples(state.calls, "service", "outcome")),
            Self.single("gazette_changes_total", "Changes of pages sent to browsers.", .counter, state.changes),
            Self.single("gazette_inputs_total", "Inputs that pages have handled.", .counter, state.inputs),
            Self.single(
                "gazette_cut_off_total", "Streams closed because their reader received nothing.", .counter,
                state.cutOffs),
            Self.single("gazette_open_streams", "Streams that are open.", .gauge, streams),
            Self.single("gazette_live_pages", "Pages in memory.", .gauge, pages),
        ]
        if let memory = ProcessMemory.residentBytes {
            families.append(
                Self.single("process_resident_memory_bytes", "Resident memory of the process.", .gauge, memory))
        }
        return families.map(\.text).joined()
    }

    private static func single(_ name: String, _ help: String, _ kind: MetricFamily.Kind, _ value: Int) -> MetricFamily
    {
        MetricFamily(name: name, help: help, kind: kind, samples: [.init(value: Double(value))])
    }

    private static func samples(_ counts: [Pair: Int], _ first: String, _ second: String) -> [MetricFamily.Sample] {
        counts.sorted { $0.key < $1.key }.map { pair, count in
            .init(labels: [(first, pair.first), (second, pair.second)], value: Double(count))
        }
    }
}

private struct CallCounter: FetchObserver {
    let metrics: WebMetrics
    let service: String

    func observe(_ event: FetchEvent) {
        switch event.step {
        case .finished: metrics.countCall(service, outcome: "success")
        case .failed(let error): metrics.countCall(service, outcome: error.code)
        case .cancelled: metrics.countCall(service, outcome: "cancelled")
        default: break
        }
    }
}

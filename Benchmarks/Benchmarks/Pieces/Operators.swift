import Benchmark
import Foundation
import Freshet
import FreshetCombine

/// Measures sending a value through each of our operators, beside the most similar ones of OpenCombine.
func operators() {
    measure("no operator") { $0 }
    measure("map (OpenCombine)") { $0.map { $0 + 1 } }
    measure("filter (OpenCombine)") { $0.filter { $0 >= 0 } }

    measure("tryMap (OpenCombine)") { $0.tryMap { $0 + 1 } }
    measure("validate") { $0.validate { _ in } }
    measure("unwrap") { $0.map(Optional.some).unwrap(orThrow: Missing()) }

    // Decoding takes most of the time of these rows.
    let body = Data(#"{"id":1}"#.utf8)
    measure("decode (OpenCombine)") { $0.map { _ in body }.decode(type: Word.self, decoder: JSONDecoder()) }
    measure("decode(as:)") { $0.map { _ in body }.decode(as: Word.self) }
    let received: (data: Data, response: URLResponse) = (
        body, HTTPURLResponse(url: URL(filePath: "/"), statusCode: 200, httpVersion: nil, headerFields: nil)!
    )
    measure("tryDecodeResponse") {
        $0.map { _ in received }.tryDecodeResponse(type: Word.self, decoder: FreshetJSONDecoder())
    }

    measure("share (OpenCombine)") { $0.share() }
    measure("share(replay:)") { $0.share(replay: 1) }

    measure("switchToLatest (OpenCombine)") { PlatformPublishers.SwitchToLatest(upstream: $0.map { Just($0) }) }
    measure("switchToLatest") { $0.map { Just($0) }.switchToLatest() }
    measure("latest") { $0.latest { Just($0) } }

    measure("catch (OpenCombine)") { $0.setFailureType(to: Missing.self).catch { _ in Just(0) } }
    measure("convertToResult") { $0.setFailureType(to: Missing.self).convertToResult() }
    measure("convertToLoadingState") { $0.setFailureType(to: Missing.self).convertToLoadingState() }
    let date = Date()
    let time = TimeSource(ContinuousClock()) { date }
    measure("convertToFetchState") { $0.setFailureType(to: Missing.self).convertToFetchState(time: time) }
    let response = Response(value: 0, head: HTTPResponse(status: .ok), url: "https://words.example/")
    measure("mapToFetchState") { $0.map { _ in response }.mapToFetchState(time: time) }

    measure("retry (OpenCombine)") { $0.setFailureType(to: Missing.self).retry(2) }
    measure("retry by policy") {
        $0.setFailureType(to: Missing.self).retry(RetryPolicy(), scheduler: AnyScheduler.immediate)
    }

    measure("handleEvents (OpenCombine)") { $0.handleEvents(receiveCompletion: { _ in }) }
    let status = PassthroughSubject<FetchStatus, Never>()
    measure("observeFetchStatus") { $0.observeFetchStatus(with: status) }

    measure("receive(on:) (OpenCombine)") {
        PlatformPublishers.ReceiveOn(upstream: $0, scheduler: ImmediateScheduler.shared, options: nil)
    }
    measure("receive(on:)") { $0.receive(on: ImmediateScheduler.shared) }
    measure("receive(on: AnyScheduler)") { $0.receive(on: AnyScheduler.immediate) }

    measure("collect by number (OpenCombine)") { $0.collect(100).flatMap(\.publisher) }
    measure("collect by time or number") {
        $0.collect(.byTimeOrCount(DispatchQueue.global(), .seconds(3600), 100)).flatMap(\.publisher)
    }

    measure("assign (OpenCombine)") { subject, count in
        let target = Target(count)
        return subject.assign(to: \.value, on: target)
    }
    // Retains the target outside of the pipeline, since `assign(to:onWeak:)` does not retain it.
    let targets = Targets()
    measure("assign(onWeak:)") { subject, count in
        subject.assign(to: \.value, onWeak: targets.hold(Target(count)))
    }
}

private struct Missing: Error {}

private struct Word: Decodable {
    var id: Int
}

private final class Target {
    private let count: () -> Void
    var value = 0 { didSet { count() } }

    init(_ count: @escaping () -> Void) { self.count = count }
}

private final class Targets {
    private var held: Target?

    func hold(_ target: Target) -> Target {
        held = target
        return target
    }
}

/// Measures combining the values of several publishers.
///
/// OpenCombine has neither `combineLatest` nor `merge`; its most similar operators are `zip` and `flatMap`.
func combinations() {
    for inputs in [2, 8, 100] {
        measure("combineLatest", from: inputs) { $0.combineLatest() }
        measure("merge", from: inputs) { Publishers.MergeMany($0) }
        measure("flatMap (OpenCombine)", from: inputs) { $0.publisher.flatMap { $0 } }
        measure("zip", from: inputs) { $0.zip() }
    }
    measure("combineLatest as tuples", from: 2) { $0[0].combineLatest($0[1]) }
    measure("combineLatest as tuples", from: 4) { $0[0].combineLatest($0[1], $0[2], $0[3]) }
    measure("zip (OpenCombine)", from: 2) { PlatformPublishers.Zip($0[0], $0[1]) }
    measure("zip (OpenCombine)", from: 4) { PlatformPublishers.Zip4($0[0], $0[1], $0[2], $0[3]) }
    measure("zip as tuples", from: 2) { $0[0].zip($0[1]) }
    measure("zip as tuples", from: 4) { $0[0].zip($0[1], $0[2], $0[3]) }
    let scheduler = ImmediateScheduler.shared
    measure("zip, debounce, map, switchToLatest (OpenCombine)", from: 2) {
        let pairs = PlatformPublishers.Zip($0[0], $0[1])
        let settled = PlatformPublishers.Debounce(upstream: pairs, dueTime: .zero, scheduler: scheduler, options: nil)
        return PlatformPublishers.SwitchToLatest(upstream: settled.map { Just($0.0 + $0.1) })
    }
    measure("zip, debounce, map, switchToLatest", from: 2) {
        $0[0].zip($0[1]).debounce(for: .zero, scheduler: scheduler).map { Just($0.0 + $0.1) }.switchToLatest()
    }
}

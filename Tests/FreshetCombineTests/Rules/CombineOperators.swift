import Foundation
import FreshetCombine

// The operators of Combine's public interface, beside those that combine publishers and those that take time.
extension RuledOperator {
    /// Those that pass on a value for each value.
    static let passingOfCombine: [RuledOperator] = [
        RuledOperator("map") { $0[0].map { $0 }.ruled() },
        RuledOperator("map by a key path") { $0[0].map(\.self).ruled() },
        RuledOperator("map by two key paths") { $0[0].map(\.self, \.hashValue).map { $0.0 }.ruled() },
        RuledOperator("map by three key paths") {
            $0[0].map(\.self, \.hashValue, \.description).map { $0.0 }.ruled()
        },
        RuledOperator("tryMap") { $0[0].tryMap { $0 }.ruled() },
        RuledOperator("mapError") { $0[0].mapError { $0 }.ruled() },
        RuledOperator("scan") { $0[0].scan(0, +).ruled() },
        RuledOperator("tryScan") { $0[0].tryScan(0) { $0 + $1 }.ruled() },
        RuledOperator("filter") { $0[0].filter { _ in true }.ruled() },
        RuledOperator("tryFilter") { $0[0].tryFilter { _ in true }.ruled() },
        RuledOperator("compactMap") { $0[0].compactMap(\.self).ruled() },
        RuledOperator("tryCompactMap") { $0[0].tryCompactMap { $0 }.ruled() },
        RuledOperator("replaceNil") { $0[0].map(Optional.some).replaceNil(with: 0).ruled() },
        RuledOperator("replaceEmpty") { $0[0].replaceEmpty(with: 0).ruled() },
        RuledOperator("removeDuplicates") { $0[0].scan(0) { count, _ in count + 1 }.removeDuplicates().ruled() },
        RuledOperator("removeDuplicates by a function") { $0[0].removeDuplicates { _, _ in false }.ruled() },
        RuledOperator("tryRemoveDuplicates") { $0[0].tryRemoveDuplicates { _, _ in false }.ruled() },
        RuledOperator("collect by count") { $0[0].collect(1).map { $0.reduce(0, +) }.ruled() },
        RuledOperator("dropFirst of none") { $0[0].dropFirst(0).ruled() },
        RuledOperator("drop while") { $0[0].drop { _ in false }.ruled() },
        RuledOperator("tryDrop while") { $0[0].tryDrop { _ in false }.ruled() },
        RuledOperator("prefix while") { $0[0].prefix { _ in true }.ruled() },
        RuledOperator("tryPrefix while") { $0[0].tryPrefix { _ in true }.ruled() },
        RuledOperator("prefix until output") {
            $0[0].prefix(untilOutputFrom: Empty<Int, Never>(completeImmediately: false)).ruled()
        },
        RuledOperator("drop until output") {
            $0[0].drop(untilOutputFrom: Just(1).setFailureType(to: ProbeError.self)).ruled()
        },
        RuledOperator("output in a range") { $0[0].output(in: 0..<1000).ruled() },
        RuledOperator("prefix of many") { $0[0].prefix(1000).ruled() },
        RuledOperator("append") { $0[0].append([Int]()).ruled() },
        RuledOperator("append a publisher") { $0[0].append(Empty<Int, ProbeError>()).ruled() },
        RuledOperator("prepend") { $0[0].prepend([Int]()).ruled() },
        RuledOperator("prepend a publisher") { $0[0].prepend(Empty<Int, ProbeError>()).ruled() },
        RuledOperator("flatMap, one at a time") {
            $0[0].flatMap(maxPublishers: .max(1)) { [$0].publisher.setFailureType(to: ProbeError.self) }.ruled()
        },
        RuledOperator("catch") { $0[0].catch { Fail<Int, ProbeError>(error: $0) }.ruled() },
        RuledOperator("tryCatch") { $0[0].tryCatch { Fail<Int, ProbeError>(error: $0) }.ruled() },
        RuledOperator("retry") { $0[0].retry(0).ruled() },
        RuledOperator("multicast, connected") {
            $0[0].multicast { PassthroughSubject<Int, ProbeError>() }.autoconnect().ruled()
        },
        RuledOperator("buffer") { $0[0].buffer(size: 4, prefetch: .byRequest, whenFull: .dropOldest).ruled() },
        RuledOperator("buffer that keeps full") {
            $0[0].buffer(size: 4, prefetch: .keepFull, whenFull: .dropOldest).ruled()
        },
        RuledOperator("handleEvents") { $0[0].handleEvents(receiveOutput: { _ in }).ruled() },
        RuledOperator("print") { $0[0].print("", to: Nowhere()).ruled() },
        RuledOperator("breakpoint") { $0[0].breakpoint(receiveOutput: { _ in false }).ruled() },
        RuledOperator("measureInterval") {
            $0[0].measureInterval(using: ImmediateScheduler.shared).map { _ in 1 }.ruled()
        },
        RuledOperator("encode and decode") {
            $0[0].map { [$0] }.encode(encoder: JSONEncoder()).decode(type: [Int].self, decoder: JSONDecoder())
                .map { $0.reduce(0, +) }.ruled()
        },
        RuledOperator("receive(on:)") { $0[0].receive(on: ImmediateScheduler.shared).ruled() },
        RuledOperator("subscribe(on:)") { $0[0].subscribe(on: ImmediateScheduler.shared).ruled() },
        RuledOperator("eraseToAnyPublisher") { $0[0].eraseToAnyPublisher().ruled() },
    ]

    /// Those whose value comes with the end of their source.
    static let gathering: [RuledOperator] = [
        RuledOperator("collect") { $0[0].collect().map { $0.reduce(0, +) }.ruled() },
        RuledOperator("collect by count, the rest") { $0[0].collect(1000).map { $0.reduce(0, +) }.ruled() },
        RuledOperator("ignoreOutput, and a value") {
            $0[0].ignoreOutput().map(number(of:)).append(1).ruled()
        },
        RuledOperator("count") { $0[0].count().ruled() },
        RuledOperator("reduce") { $0[0].reduce(0, +).ruled() },
        RuledOperator("tryReduce") { $0[0].tryReduce(0) { $0 + $1 }.ruled() },
        RuledOperator("last") { $0[0].last().ruled() },
        RuledOperator("last where") { $0[0].last { _ in true }.ruled() },
        RuledOperator("tryLast where") { $0[0].tryLast { _ in true }.ruled() },
        RuledOperator("max") { $0[0].max().ruled() },
        RuledOperator("min") { $0[0].min().ruled() },
        RuledOperator("max by a function") { $0[0].max { $0 < $1 }.ruled() },
        RuledOperator("tryMax") { $0[0].tryMax { $0 < $1 }.ruled() },
        RuledOperator("tryMin") { $0[0].tryMin { $0 < $1 }.ruled() },
        RuledOperator("allSatisfy") { $0[0].allSatisfy { _ in true }.map { $0 ? 1 : 0 }.ruled() },
        RuledOperator("tryAllSatisfy") { $0[0].tryAllSatisfy { _ in true }.map { $0 ? 1 : 0 }.ruled() },
        RuledOperator("contains, absent") { $0[0].contains(-1).map { $0 ? 1 : 0 }.ruled() },
        RuledOperator("contains where, absent") { $0[0].contains { _ in false }.map { $0 ? 1 : 0 }.ruled() },
        RuledOperator("tryContains, absent") { $0[0].tryContains { _ in false }.map { $0 ? 1 : 0 }.ruled() },
    ]

    /// Those whose source never fails: they trap at a failure, or can't be written before one.
    static let unfailing: [RuledOperator] = [
        RuledOperator("assertNoFailure") { $0[0].replaceError(with: -1).assertNoFailure().ruled { $0 } },
        RuledOperator("breakpointOnError") { $0[0].replaceError(with: -1).breakpointOnError().ruled { $0 } },
        RuledOperator("multicast by makeConnectable, connected") {
            $0[0].replaceError(with: -1).makeConnectable().autoconnect().ruled { $0 }
        },
    ]

    /// Those that end with the first value.
    static let ending: [RuledOperator] = [
        RuledOperator("first") { $0[0].first().ruled() },
        RuledOperator("first where") { $0[0].first { _ in true }.ruled() },
        RuledOperator("tryFirst where") { $0[0].tryFirst { _ in true }.ruled() },
        RuledOperator("output at") { $0[0].output(at: 0).ruled() },
        RuledOperator("prefix of one") { $0[0].prefix(1).ruled() },
        RuledOperator("contains where, present") { $0[0].contains { _ in true }.map { $0 ? 1 : 0 }.ruled() },
        RuledOperator("tryContains, present") { $0[0].tryContains { _ in true }.map { $0 ? 1 : 0 }.ruled() },
        RuledOperator("allSatisfy, not") { $0[0].allSatisfy { _ in false }.map { $0 ? 1 : 0 }.ruled() },
        RuledOperator("tryAllSatisfy, not") { $0[0].tryAllSatisfy { _ in false }.map { $0 ? 1 : 0 }.ruled() },
    ]

    private static func number(of never: Never) -> Int {}

    private struct Nowhere: TextOutputStream {
        mutating func write(_ string: String) {}
    }
}

import FreshetCombine
import ReaderStorage

/// Calls a function on a page's scheduler after each announced change of the visitor's marks or feeds.
final class ChangeListener {
    private let delivery: AnyCancellable
    private let stop: (@Sendable () -> Void)?

    init(_ tools: PageTools, _ onChange: @escaping () -> Void) {
        // A subject may be used on any thread.
        nonisolated(unsafe) let announced = PassthroughSubject<Void, Never>()
        delivery = announced.receive(on: tools.scheduler).sink(receiveValue: onChange)
        stop = tools.marks?.listen { announced.send() }
    }

    deinit { stop?() }
}

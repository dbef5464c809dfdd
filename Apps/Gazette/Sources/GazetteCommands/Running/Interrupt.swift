import Dispatch
import Foundation
import Synchronization

/// Ctrl-C: the first one cancels what is running, a second one ends the process at once.
final class Interrupt: Sendable {
    private let count = Atomic<Int>(0)
    // Kept alive with the object; a source may be used from any thread.
    private nonisolated(unsafe) let source: any DispatchSourceSignal

    init(_ cancel: @escaping @Sendable () -> Void) {
        signal(SIGINT, SIG_IGN)
        source = DispatchSource.makeSignalSource(signal: SIGINT, queue: DispatchQueue(label: "interrupt"))
        source.setEventHandler { [weak self] in
            guard let self, !Pager.isShowing else { return }
            if count.add(1, ordering: .relaxed).newValue > 1 { _exit(ExitStatus.interrupted.rawValue) }
            cancel()
        }
        source.activate()
    }

    deinit {
        source.cancel()
    }

    var happened: Bool { count.load(ordering: .relaxed) > 0 }
}

import Foundation

/// Restores the terminal when the screen closes, and when a signal ends the process, also by a crash.
///
/// A signal handler may neither allocate nor lock: everything that it uses is allocated before.
enum TerminalRescue {
    /// The sequence that resets colours, line wrapping, the cursor and the main screen.
    private static let closing = "\u{1B}[0m\u{1B}[?2026l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    // Written by `begin` before a handler is installed, and only read after it.
    private nonisolated(unsafe) static let attributes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    private nonisolated(unsafe) static let text = UnsafeMutableBufferPointer<UInt8>.allocate(
        capacity: closing.utf8.count)
    // A handler runs on any thread; if it reads an old value while the terminal is being restored, the terminal is
    // restored once too often or once too rarely.
    private nonisolated(unsafe) static var isActive = false

    /// The signals that end the process, sent by itself or by another process.
    private static let signals = [
        SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGTERM, SIGHUP, SIGQUIT,
    ]

    /// Stores the attributes of the terminal, and installs the signal handlers.
    static func begin() {
        tcgetattr(0, attributes)
        _ = text.initialize(from: closing.utf8)
        isActive = true
        for signal in signals { install(signal) }
    }

    /// Restores the terminal, and makes the signal handlers leave it alone.
    static func end() {
        restore()
        isActive = false
    }

    /// Switches to raw mode, in which each key is delivered at once, Ctrl-C and keys typed before included.
    static func enterRawMode() {
        var raw = attributes.pointee
        cfmakeraw(&raw)
        tcsetattr(0, TCSADRAIN, &raw)
    }

    static func restore() {
        writeEnd()
        tcsetattr(0, TCSAFLUSH, attributes)
    }

    private static func install(_ number: Int32) {
        var action = sigaction()
        let handler: @convention(c) (Int32) -> Void = { number in TerminalRescue.handle(number) }
        #if canImport(Darwin)
        action.__sigaction_u.__sa_handler = handler
        #else
        action.__sigaction_handler.sa_handler = handler
        #endif
        action.sa_flags =
            Int32(bitPattern: UInt32(truncatingIfNeeded: SA_RESETHAND)) | Int32(truncatingIfNeeded: SA_NODEFER)
        sigaction(number, &action, nil)
    }

    private static func handle(_ number: Int32) {
        if isActive {
            writeEnd()
            tcsetattr(0, TCSANOW, attributes)
        }
        // SA_RESETHAND has removed the handler, so the signal now has its default effect.
        raise(number)
    }

    private static func writeEnd() {
        #if canImport(Darwin)
        _ = Darwin.write(1, text.baseAddress, text.count)
        #else
        _ = Glibc.write(1, text.baseAddress, text.count)
        #endif
    }
}

import Foundation

/// Gives the terminal back as it was: at the end, and when a signal ends the process, a crash included.
///
/// A signal handler may neither allocate nor lock: all that it uses is made before.
enum TerminalRescue {
    /// No colour, lines that wrap, a cursor, the usual screen.
    private static let closing = "\u{1B}[0m\u{1B}[?2026l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

    // Written by `begin` before a handler is installed, and only read after it.
    private nonisolated(unsafe) static let attributes = UnsafeMutablePointer<termios>.allocate(capacity: 1)
    private nonisolated(unsafe) static let text = UnsafeMutableBufferPointer<UInt8>.allocate(
        capacity: closing.utf8.count)
    // A handler runs on any thread; reading an old value costs one restoration too many or too few of a terminal that
    // is just being given back.
    private nonisolated(unsafe) static var isActive = false

    /// Those that end a process, by itself or from outside.
    private static let signals = [
        SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGTERM, SIGHUP, SIGQUIT,
    ]

    /// Remembers the attributes of the terminal, and watches for signals.
    static func begin() {
        tcgetattr(0, attributes)
        _ = text.initialize(from: closing.utf8)
        isActive = true
        for signal in signals { install(signal) }
    }

    /// Gives the terminal back, and watches no more.
    static func end() {
        restore()
        isActive = false
    }

    /// Delivers each key at once and as it is, signals of the keyboard included, and those that were typed before.
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
        // The handler was taken away when it was called: now the signal does what it does by default.
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

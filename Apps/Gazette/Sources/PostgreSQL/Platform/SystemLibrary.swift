#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The names of the system's libpq, and how to install it.
enum SystemLibrary {
    #if os(Linux)
    static let names = ["libpq.so.5"]
    static let advice = "Install it: apt install libpq5, dnf install libpq, or apk add libpq."
    #else
    // The package managers install it outside the folders that the system searches.
    static let names = [
        "libpq.5.dylib", "/opt/homebrew/opt/libpq/lib/libpq.5.dylib", "/usr/local/opt/libpq/lib/libpq.5.dylib",
    ]
    static let advice = "Install it: brew install libpq."
    #endif

    /// Waits until a socket is ready, or a number of milliseconds has passed.
    ///
    /// - Returns: The events for which it is ready, an error among them; 0 when the time has passed.
    static func wait(for events: CInt, on socket: CInt, milliseconds: Int) -> CInt {
        var descriptor = pollfd(fd: socket, events: CShort(truncatingIfNeeded: events), revents: 0)
        let count = poll(&descriptor, 1, CInt(clamping: milliseconds))
        // A signal ends the wait early: the caller waits again.
        return count > 0 ? CInt(descriptor.revents) : 0
    }

    static let readable = CInt(POLLIN)
    static let writable = CInt(POLLOUT)
}

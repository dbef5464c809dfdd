import Foundation

/// A terminal of our own, in which a command believes to be used by a person.
final class PseudoTerminal: Sendable {
    /// The end that the command has open.
    let commandEnd: FileHandle
    private let readerEnd: Int32

    struct Unavailable: Error {}

    init(columns: Int = 80, lines: Int = 24) throws {
        var ends: (reader: Int32, command: Int32) = (-1, -1)
        var size = winsize(ws_row: UInt16(lines), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&ends.reader, &ends.command, nil, nil, &size) == 0 else { throw Unavailable() }
        // The command must not hold the reader's end, or the terminal would outlive the test.
        _ = fcntl(ends.reader, F_SETFD, FD_CLOEXEC)
        readerEnd = ends.reader
        commandEnd = FileHandle(fileDescriptor: ends.command, closeOnDealloc: false)
    }

    deinit { close(readerEnd) }

    /// The attributes of the terminal, which a command may have changed.
    var attributes: termios {
        var attributes = termios()
        tcgetattr(readerEnd, &attributes)
        return attributes
    }

    /// Types a text.
    func type(_ text: String) {
        let bytes = Array(text.utf8)
        _ = write(readerEnd, bytes, bytes.count)
    }

    /// Changes the size. A signal reports it to the command.
    func resize(columns: Int, lines: Int) {
        var size = winsize(ws_row: UInt16(lines), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        _ = ioctl(readerEnd, UInt(TIOCSWINSZ), &size)
    }

    /// Waits for what the command writes next; empty once it has ended.
    func read() -> Data {
        var buffer = [UInt8](repeating: 0, count: 4096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            #if canImport(Darwin)
            Darwin.read(readerEnd, bytes.baseAddress, bytes.count)
            #else
            Glibc.read(readerEnd, bytes.baseAddress, bytes.count)
            #endif
        }
        return Data(buffer.prefix(max(0, count)))
    }

    /// The same, without blocking a thread of the tasks.
    func next() async -> Data {
        await blocking { self.read() }
    }

    /// Reads until the command has closed its end, which Linux reports as an error.
    func readToEnd() -> Data {
        var all = Data()
        while true {
            let next = read()
            if next.isEmpty { return all }
            all += next
        }
    }
}

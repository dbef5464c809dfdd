#if NIO
import NIOCore

#if canImport(Darwin)
import Darwin
#endif

extension Channel {
    /// Whether there are unread bytes, or the connection has ended. This is known only on the
    /// channel's event loop and only for sockets; it is `false` for other channels.
    ///
    /// It costs one system call.
    var hasUnreadBytes: Bool {
        let option = ChannelOptions.Types.SocketOption(level: .socket, name: .init(rawValue: unreadBytesOption))
        guard let value = try? syncOptions?.getOption(option) else { return false }
        // SwiftNIO has room for 64 bits, of which the first 32 are the number.
        return UInt32(truncatingIfNeeded: value) > 0
    }
}

/// The socket option whose value is positive when there are unread bytes.
#if canImport(Darwin)
private let unreadBytesOption = SO_NREAD
#else
/// `SO_MEMINFO` on Linux (socket(7), sock_diag(7)). Its first number, `SK_MEMINFO_RMEM_ALLOC`, is
/// the memory used by unread bytes.
private let unreadBytesOption: CInt = 55
#endif
#endif

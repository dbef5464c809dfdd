#if NIO
import NIOCore

#if canImport(Darwin)
import Darwin
#endif

extension Channel {
    /// Whether bytes have come that nothing has read yet, or the end of the connection. Only known on the channel's
    /// event loop, and of sockets: `false` for others.
    ///
    /// It costs one system call.
    var hasUnreadBytes: Bool {
        let option = ChannelOptions.Types.SocketOption(level: .socket, name: .init(rawValue: unreadBytesOption))
        guard let value = try? syncOptions?.getOption(option) else { return false }
        // SwiftNIO has room for 64 bits, of which the first 32 are the number.
        return UInt32(truncatingIfNeeded: value) > 0
    }
}

/// The option of a socket whose value is positive when bytes wait to be read.
#if canImport(Darwin)
private let unreadBytesOption = SO_NREAD
#else
/// `SO_MEMINFO` of Linux (socket(7), sock_diag(7)). Its first number, `SK_MEMINFO_RMEM_ALLOC`, is the memory of what
/// was received and not read.
private let unreadBytesOption: CInt = 55
#endif
#endif

#if os(Linux)
import Foundation
import Glibc
import Testing

/// A port of `::1` that never responds: it takes no connection and refuses none, since its queue is full, or sends
/// nothing.
struct SilentListener {
    let port: Int
    private let sockets: [Int32]

    /// - Parameters:
    ///   - port: The port to listen at; 0 for any.
    ///   - takesConnections: Whether the queue has room for connections.
    init(port: Int = 0, takesConnections: Bool = false) throws {
        let stream = Int32(SOCK_STREAM.rawValue)
        let listener = socket(AF_INET6, stream, 0)
        var address = sockaddr_in6()
        address.sin6_family = sa_family_t(AF_INET6)
        address.sin6_port = UInt16(port).bigEndian
        address.sin6_addr = in6addr_loopback
        try #require(
            Self.with(&address) { bind(listener, $0, $1) } == 0 && listen(listener, takesConnections ? 16 : 0) == 0)
        var length = socklen_t(MemoryLayout<sockaddr_in6>.size)
        _ = withUnsafeMutablePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { getsockname(listener, $0, &length) }
        }
        self.port = Int(UInt16(bigEndian: address.sin6_port))
        // Connections that nobody accepts.
        let waiting = (takesConnections ? 0..<0 : 0..<4).map { _ in
            socket(AF_INET6, stream | Int32(SOCK_NONBLOCK.rawValue), 0)
        }
        for client in waiting { _ = Self.with(&address) { connect(client, $0, $1) } }
        sockets = [listener] + waiting
    }

    func close() {
        for socket in sockets { Glibc.close(socket) }
    }

    private static func with(
        _ address: inout sockaddr_in6, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
    ) -> Int32 {
        withUnsafePointer(to: &address) { pointer in
            pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                body($0, socklen_t(MemoryLayout<sockaddr_in6>.size))
            }
        }
    }
}
#endif

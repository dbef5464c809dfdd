#if canImport(Network)
import Dispatch
import FreshetCore
import Network

/// The network of an Apple device, as the Network framework reports it.
final class NetworkMonitor: Sendable {
    let isOffline = ObservedFlag(false)
    private let paths = NWPathMonitor()

    init() {
        paths.pathUpdateHandler = { [isOffline] path in
            // A path that requires a connection may get one as soon as the app asks for it.
            isOffline.value = path.status == .unsatisfied
        }
        paths.start(queue: DispatchQueue(label: "freshet.network"))
    }
}
#elseif os(Linux)
import Dispatch
import FreshetCore
import FreshetHTTP

#if canImport(Glibc)
import Glibc
#else
import Musl
#endif

/// The network of a Linux machine: its interfaces, which are read again whenever the kernel reports a change
/// (rtnetlink(7)).
final class NetworkMonitor: Sendable {
    let isOffline = ObservedFlag(false)
    /// `nil` where the kernel reports nothing, so that nothing is certain.
    private let source: Lock<(any DispatchSourceRead)?>

    convenience init() {
        self.init(reports: Self.openReports()) { InterfaceAddress.all()?.contains(where: \.connects) ?? true }
    }

    /// Makes a monitor.
    ///
    /// - Parameters:
    ///   - reports: A socket that can be read after each change, which is closed at the end.
    ///   - hasNetwork: Reads the present state.
    init(reports: CInt?, hasNetwork: @escaping @Sendable () -> Bool) {
        guard let reports else {
            source = Lock(nil)
            return
        }
        let source = DispatchSource.makeReadSource(
            fileDescriptor: reports, queue: DispatchQueue(label: "freshet.network"))
        source.setEventHandler { [isOffline] in
            Self.skipReports(of: reports)
            isOffline.value = !hasNetwork()
        }
        source.setCancelHandler { close(reports) }
        // The reports are subscribed to: no change is missed between this look and them.
        isOffline.value = !hasNetwork()
        source.activate()
        self.source = Lock(ofUnchecked: source)
    }

    deinit {
        source.withLock { $0?.cancel() }
    }

    /// Opens a socket that receives a message after each change of an interface or an address.
    private static func openReports() -> CInt? {
        // `SOCK_RAW | SOCK_CLOEXEC`, whose types differ between Glibc and Musl, and `NETLINK_ROUTE`.
        let reports = socket(AF_NETLINK, 3 | 0o2_000_000, 0)
        guard reports >= 0 else { return nil }
        let result = withUnsafeBytes(of: NetlinkAddress()) { address in
            bind(reports, address.baseAddress?.assumingMemoryBound(to: sockaddr.self), socklen_t(address.count))
        }
        guard result == 0 else {
            close(reports)
            return nil
        }
        return reports
    }

    /// Reads and drops all waiting messages, since only the fact of a change counts.
    private static func skipReports(of socket: CInt) {
        var buffer = [UInt8](repeating: 0, count: 4096)
        var count: Int
        // The kernel reports with ENOBUFS that it has dropped messages.
        repeat {
            count = recv(socket, &buffer, buffer.count, CInt(MSG_DONTWAIT))
        } while count > 0 || count < 0 && (errno == ENOBUFS || errno == EINTR)
    }
}

/// `sockaddr_nl` of `linux/netlink.h`, which no Swift module offers.
private struct NetlinkAddress {
    let family = sa_family_t(AF_NETLINK)
    let padding: UInt16 = 0
    /// The kernel chooses it.
    let port: UInt32 = 0
    /// `RTMGRP_LINK`, `RTMGRP_IPV4_IFADDR` and `RTMGRP_IPV6_IFADDR`.
    let groups: UInt32 = 0x1 | 0x10 | 0x100
}

/// An address of an interface.
struct InterfaceAddress {
    /// The flags of the interface (netdevice(7)).
    let flags: UInt32
    let address: IPAddress

    /// Whether other machines may be reached from the address.
    ///
    /// A running interface gives itself a link-local IPv6 address, which says nothing about a network.
    var connects: Bool {
        let (running, loopback) = (UInt32(IFF_UP | IFF_RUNNING), UInt32(IFF_LOOPBACK))
        guard flags & running == running, flags & loopback == 0 else { return false }
        return !(address.isIPv6 && address.bytes[0] == 0xFE && address.bytes[1] & 0xC0 == 0x80)
    }

    /// Returns the addresses of this machine; `nil` if they can't be read.
    static func all() -> [InterfaceAddress]? {
        var first: UnsafeMutablePointer<ifaddrs>?
        guard getifaddrs(&first) == 0, let first else { return nil }
        defer { freeifaddrs(first) }
        return sequence(first: first) { $0.pointee.ifa_next }.compactMap { InterfaceAddress($0.pointee) }
    }

    init(flags: UInt32, address: IPAddress) {
        self.flags = flags
        self.address = address
    }

    private init?(_ interface: ifaddrs) {
        guard let pointer = UnsafeRawPointer(interface.ifa_addr) else { return nil }
        let bytes: [UInt8]
        switch CInt(pointer.loadUnaligned(as: sa_family_t.self)) {
        case AF_INET:
            bytes = withUnsafeBytes(of: pointer.loadUnaligned(as: sockaddr_in.self).sin_addr) { Array($0) }
        case AF_INET6:
            bytes = withUnsafeBytes(of: pointer.loadUnaligned(as: sockaddr_in6.self).sin6_addr) { Array($0) }
        default:
            return nil
        }
        guard let address = IPAddress(bytes: bytes) else { return nil }
        self.init(flags: UInt32(interface.ifa_flags), address: address)
    }
}
#else
/// The network of a platform that reports no changes: nothing about it is certain.
final class NetworkMonitor: Sendable {
    let isOffline = ObservedFlag(false)
}
#endif

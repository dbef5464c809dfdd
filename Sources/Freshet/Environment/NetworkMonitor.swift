#if canImport(Network)
import Dispatch
import FreshetCore
import Network

/// Monitors an Apple device's network through the Network framework.
final class NetworkMonitor: Sendable {
    let isOffline = ObservedFlag(false)
    private let paths = NWPathMonitor()

    init() {
        paths.pathUpdateHandler = { [isOffline] path in
            // A path with the status `requiresConnection` doesn't count as offline: it may connect as soon as the app
            // sends something.
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

/// Monitors a Linux machine's network. It reads the interfaces again whenever the kernel reports a
/// change (rtnetlink(7)).
final class NetworkMonitor: Sendable {
    let isOffline = ObservedFlag(false)
    /// `nil` if the kernel reports no changes, so that nothing about the network is certain.
    private let source: Lock<(any DispatchSourceRead)?>

    convenience init() {
        self.init(reports: Self.openReports()) { InterfaceAddress.all()?.contains(where: \.connects) ?? true }
    }

    /// Makes a monitor.
    ///
    /// - Parameters:
    ///   - reports: A socket that becomes readable after each change. The monitor closes it when it
    ///     ends.
    ///   - hasNetwork: Returns whether the machine has a network at the moment.
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
        // The first look comes after subscribing to the reports, so that no change is missed in between.
        isOffline.value = !hasNetwork()
        source.activate()
        self.source = Lock(ofUnchecked: source)
    }

    deinit {
        source.withLock { $0?.cancel() }
    }

    /// Opens a socket that receives a message after each change to an interface or an address.
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

    /// Reads and discards all pending messages. Only the fact that something changed matters.
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
    /// Chosen by the kernel.
    let port: UInt32 = 0
    /// `RTMGRP_LINK`, `RTMGRP_IPV4_IFADDR` and `RTMGRP_IPV6_IFADDR`.
    let groups: UInt32 = 0x1 | 0x10 | 0x100
}

/// One address of a network interface.
struct InterfaceAddress {
    /// The flags of the interface (netdevice(7)).
    let flags: UInt32
    let address: IPAddress

    /// Whether other machines may be reachable from the address.
    ///
    /// A running interface assigns itself a link-local IPv6 address, so that address doesn't prove
    /// that there is a network.
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
/// A monitor for platforms that report no network changes, where nothing about the network is
/// certain.
final class NetworkMonitor: Sendable {
    let isOffline = ObservedFlag(false)
}
#endif

import Foundation
import FreshetTesting
import Testing

@testable import Freshet
@testable import FreshetCore

/// Where a machine notices that its network or its app has gone and returned.
@Suite(.timeLimit(.minutes(2)))
struct EnvironmentTests {
    @Test("Observers get each change once, until they are released or cancelled")
    func observers() {
        let (network, changes) = (ManualReachability(), Lock<[Bool]>([]))
        var first: EnvironmentObservation? = network.observe { value in changes.withLock { $0.append(value) } }
        let second = network.observe { value in changes.withLock { $0.append(value) } }
        network.isOffline = true
        network.isOffline = true
        #expect(network.isOffline)
        #expect(changes.withLock { $0 } == [true, true])
        first = nil
        network.isOffline = false
        #expect(changes.withLock { $0 } == [true, true, false])
        second.cancel()
        network.isOffline = true
        #expect(changes.withLock { $0 }.count == 3)
        #expect(first == nil)
    }

    @Test("An app is in the foreground until it leaves it, and after it has entered it again")
    func foreground() {
        let center = NotificationCenter()
        let foreground = SystemForeground(center, .init(enter: "entered", leave: "left"))
        let changes = Lock<[Bool]>([])
        let observation = foreground.observe { value in changes.withLock { $0.append(value) } }
        #expect(foreground.isActive)
        center.post(name: Notification.Name("left"), object: nil)
        #expect(!foreground.isActive)
        center.post(name: Notification.Name("entered"), object: nil)
        #expect(foreground.isActive)
        #expect(changes.withLock { $0 } == [false, true])
        observation.cancel()
        #expect(SystemForeground(center, nil).isActive)
    }

    @Test("A warning of the system is reported until the observation ends")
    func memoryWarnings() {
        let (center, count) = (NotificationCenter(), Lock(0))
        let warnings = MemoryWarnings(Notification.Name("short"), in: center)
        let observation = warnings.observe { count.withLock { $0 += 1 } }
        for name in ["short", "other", "short"] { center.post(name: Notification.Name(name), object: nil) }
        #expect(count.withLock { $0 } == 2)
        observation.cancel()
        center.post(name: Notification.Name("short"), object: nil)
        #expect(count.withLock { $0 } == 2)
    }

    @Test("Any machine can be asked for its state")
    func system() {
        let reachability = SystemReachability()
        let observation = reachability.observe { _ in }
        #expect(reachability.isOffline == SystemReachability().isOffline)
        observation.cancel()
        #expect(SystemForeground.shared.isActive)
    }
}

#if os(Linux)
import Glibc

/// What Linux reports of its interfaces.
@Suite(.timeLimit(.minutes(2)))
struct NetworkMonitorTests {
    struct Example: Sendable {
        let name: String
        let flags: Int
        let address: String
        let connects: Bool
    }

    private static let (running, loopback) = (IFF_UP | IFF_RUNNING, IFF_LOOPBACK)

    static let examples = [
        Example(name: "a cable or a radio", flags: running, address: "192.0.2.7", connects: true),
        Example(name: "its IPv6 address", flags: running, address: "2001:db8::7", connects: true),
        Example(name: "a private IPv6 address", flags: running, address: "fd00::7", connects: true),
        Example(
            name: "an address that the machine gave itself", flags: running, address: "169.254.1.7", connects: true),
        Example(name: "only a link", flags: running, address: "fe80::7", connects: false),
        Example(name: "the machine itself", flags: running | loopback, address: "127.0.0.1", connects: false),
        Example(
            name: "another address of the machine itself", flags: running | loopback, address: "10.1.2.3",
            connects: false),
        Example(name: "no cable", flags: IFF_UP, address: "192.0.2.7", connects: false),
        Example(name: "switched off", flags: 0, address: "192.0.2.7", connects: false),
    ]

    @Test("Which addresses connect", arguments: examples)
    func connects(_ example: Example) throws {
        let address = try #require(IPAddress(example.address))
        #expect(InterfaceAddress(flags: UInt32(example.flags), address: address).connects == example.connects)
    }

    @Test("The machine lists its addresses, its own among them")
    func list() throws {
        let addresses = try #require(InterfaceAddress.all())
        #expect(addresses.contains { $0.address.text == "127.0.0.1" && !$0.connects })
    }

    @Test("A report of the kernel leads to another look, and a change to the observers")
    func reports() async throws {
        var ends: [CInt] = [0, 0]
        try #require(socketpair(AF_UNIX, CInt(SOCK_DGRAM.rawValue), 0, &ends) == 0)
        defer { close(ends[1]) }
        let hasNetwork = Lock(true)
        let monitor = NetworkMonitor(reports: ends[0]) { hasNetwork.withLock { $0 } }
        #expect(!monitor.isOffline.value)
        let (changes, continuation) = AsyncStream.makeStream(of: Bool.self)
        let observation = monitor.isOffline.observe { continuation.yield($0) }
        var iterator = changes.makeAsyncIterator()
        for isThere in [false, true, false] {
            hasNetwork.withLock { $0 = isThere }
            // Several reports are one look at least, and an unchanged state is no change.
            for _ in 0..<3 { #expect(send(ends[1], "report", 6, 0) == 6) }
            #expect(await iterator.next() == !isThere)
            #expect(monitor.isOffline.value == !isThere)
        }
        observation.cancel()
    }

    @Test("Where the kernel reports nothing, nothing is certain")
    func noReports() {
        #expect(!NetworkMonitor(reports: nil) { false }.isOffline.value)
        #expect(InterfaceAddress.all()?.isEmpty == false)
    }
}
#endif

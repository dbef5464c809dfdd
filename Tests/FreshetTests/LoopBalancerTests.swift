#if NIO
import Freshet
import NIOCore
import NIOPosix
import Testing

/// How exchanges are counted, and spread over event loops.
struct LoopBalancerTests {
    private let group = MultiThreadedEventLoopGroup.singleton

    @Test func exchangesOneAfterTheOtherHaveOneEventLoop() {
        let open = LoopBalancer(group)
        let first = ObjectIdentifier(open.begin(to: "a.example").loop)
        for _ in 0..<9 { #expect(ObjectIdentifier(open.begin(to: "a.example").loop) == first) }
        #expect(open.count(to: "a.example") == 0)
    }

    @Test func exchangesAtOnceAreSpreadEvenly() {
        let open = LoopBalancer(group)
        let loops = Array(group.makeIterator())
        var entries = (0..<3 * loops.count).map { _ in open.begin(to: "a.example") }
        #expect(open.count(to: "a.example") == entries.count && open.count(to: "b.example") == 0)
        for loop in loops { #expect(entries.count { $0.loop === loop } == 3) }
        // The one that leaves makes room on its event loop.
        let left = ObjectIdentifier(entries.removeLast().loop)
        #expect(ObjectIdentifier(open.begin(to: "a.example").loop) == left)
    }

    @Test func eachOriginIsCountedForItself() {
        let open = LoopBalancer(group)
        let first = open.begin(to: "a.example")
        let other = open.begin(to: "b.example")
        #expect(other.loop === first.loop)
        #expect(first.isAlone && other.isAlone && !open.begin(to: "a.example").isAlone)
    }
}
#endif

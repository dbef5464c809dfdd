#if NIO
import Freshet
import Testing

/// The handshake with a SOCKS 5 proxy, message by message (RFC 1928, RFC 1929).
struct SOCKSHandshakeTests {
    private typealias Step = SOCKSHandshake.Step

    /// Takes messages one after the other, each in one piece, and returns what is to be done after each.
    private func steps(_ messages: [UInt8]..., host: String = "far.example") throws -> [SOCKSHandshake.Step] {
        var handshake = try #require(SOCKSHandshake(user: "ann", password: "hush", host: host, port: 443))
        return messages.map { message in
            var bytes = message
            let step = handshake.take(&bytes)
            #expect(bytes.isEmpty || step == .wait || step == .refuse)
            return step
        }
    }

    private static let connect: [UInt8] = [5, 1, 0, 3, 11] + Array("far.example".utf8) + [1, 0xBB]
    private static let account: [UInt8] = [1, 3] + Array("ann".utf8) + [4] + Array("hush".utf8)
    private static let opened: [UInt8] = [5, 0, 0, 1, 127, 0, 0, 1, 0, 80]

    @Test func withAUser() throws {
        #expect(try steps([5, 2], [1, 0], Self.opened) == [.send(Self.account), .send(Self.connect), .open])
    }

    @Test func withoutAUser() throws {
        #expect(try steps([5, 0], Self.opened) == [.send(Self.connect), .open])
    }

    @Test(
        "Refusals",
        arguments: [
            ([[5, 0xFF]], Step.refuseUser), ([[5, 1]], .refuseUser), ([[4, 0]], .refuse), ([[0x48, 0x54]], .refuse),
            ([[5, 2], [1, 1]], .refuseUser), ([[5, 0], [5, 5]], .refuse), ([[5, 0], [4, 0]], .refuse),
            ([[5, 0], [5, 0, 0, 9, 0, 0]], .refuse),
        ] as [([[UInt8]], Step)])
    func refusals(messages: [[UInt8]], last: SOCKSHandshake.Step) throws {
        var handshake = try #require(SOCKSHandshake(user: "ann", password: "hush", host: "far.example", port: 443))
        let steps = messages.map { message in
            var bytes = message
            return handshake.take(&bytes)
        }
        #expect(steps.last == last)
    }

    @Test(
        "Hosts, as the proxy receives them",
        arguments: [
            ("127.0.0.1", [1, 127, 0, 0, 1]), ("::1", [4] + [UInt8](repeating: 0, count: 15) + [1]),
            ("a.b", [3, 3, 0x61, 0x2E, 0x62]),
        ] as [(String, [UInt8])])
    func hosts(host: String, bytes: [UInt8]) throws {
        #expect(try steps([5, 0], host: host) == [.send([5, 1, 0] + bytes + [1, 0xBB])])
    }

    @Test("Addresses of every kind in the last message, byte by byte; the rest belongs to the tunnel")
    func replies() throws {
        let replies: [[UInt8]] = [
            Self.opened, [5, 0, 0, 3, 2, 0x61, 0x62, 0, 80], [5, 0, 0, 4] + [UInt8](repeating: 7, count: 18),
        ]
        for reply in replies {
            var handshake = try #require(SOCKSHandshake(user: "ann", password: "hush", host: "a", port: 1))
            var bytes: [UInt8] = [5]
            #expect(handshake.take(&bytes) == .wait)
            bytes += [0]
            _ = handshake.take(&bytes)
            for byte in reply.dropLast() {
                bytes.append(byte)
                #expect(handshake.take(&bytes) == .wait)
            }
            bytes += [reply[reply.count - 1], 0x16, 3]
            #expect(handshake.take(&bytes) == .open && bytes == [0x16, 3])
        }
    }

    @Test("What has no place in the messages", arguments: ["", String(repeating: "x", count: 256)])
    func limits(text: String) {
        #expect(SOCKSHandshake(user: text, password: "hush", host: "a", port: 1) == nil)
        #expect(SOCKSHandshake(user: "ann", password: text, host: "a", port: 1) == nil)
        #expect(SOCKSHandshake(user: "ann", password: "hush", host: text, port: 1) == nil)
    }
}
#endif

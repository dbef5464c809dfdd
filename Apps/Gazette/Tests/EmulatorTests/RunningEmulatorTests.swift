import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import Emulator

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The emulator on a real socket.
@Suite(.timeLimit(.minutes(5)))
struct RunningEmulatorTests {
    @Test func itRespondsOnAFreePortUntilItIsStopped() async throws {
        let emulator = try await Emulator().start()
        let url = try #require(URL(string: "http://127.0.0.1:\(emulator.port)/v2/sources?apiKey=any"))
        let (data, _) = try await URLSession.shared.data(from: url)
        #expect(String(decoding: data, as: UTF8.self).hasPrefix(#"{"status":"ok","sources":["#))
        await emulator.stop()
        await #expect(throws: (any Error).self) { try await URLSession.shared.data(from: url) }
    }

    @Test func aTakenPortIsReported() async throws {
        let emulator = try await Emulator().start()
        var configuration = EmulatorConfiguration()
        configuration.port = emulator.port
        await #expect(throws: (any Error).self) { try await Emulator(configuration).start() }
        await emulator.stop()
    }

    @Test func droppedConnectionsEndWithoutAResponse() async throws {
        var configuration = EmulatorConfiguration()
        configuration.faults.dropRate = 1
        let emulator = try await Emulator(configuration).start()
        let url = try #require(URL(string: "http://127.0.0.1:\(emulator.port)/v2/sources?apiKey=any"))
        await #expect(throws: (any Error).self) { try await URLSession.shared.data(from: url) }
        await emulator.stop()
    }

    @Test func itStopsWhileClientsConnect() async throws {
        for _ in 0..<20 {
            let emulator = try await Emulator().start()
            let port = emulator.port
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<20 {
                            let channel = try? await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                                .connect(host: "127.0.0.1", port: port).get()
                            guard let channel else { return }
                            try? await channel.close()
                        }
                    }
                }
                await emulator.stop()
                try await group.waitForAll()
            }
            await #expect(throws: (any Error).self) {
                try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                    .connect(host: "127.0.0.1", port: port).get()
            }
        }
    }

    @Test func aDelayedResponseDoesNotKeepItFromStopping() async throws {
        var configuration = EmulatorConfiguration()
        configuration.faults.latency = .seconds(600)
        let emulator = try await Emulator(configuration).start()
        let url = try #require(URL(string: "http://127.0.0.1:\(emulator.port)/v2/sources?apiKey=any"))
        let request = Task { try await URLSession.shared.data(from: url) }
        let start = ContinuousClock.now
        await emulator.stop()
        #expect(ContinuousClock.now - start < .seconds(60))
        _ = await request.result
    }
}

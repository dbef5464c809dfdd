import AppleUI
import Emulator
import Foundation
import Freshet
import FreshetTesting
import GazetteViews
import ReaderModels

/// A reader on the emulator, as the app is one in a simulator.
@MainActor
enum Reader {
    // One for all tests, which ends with the process: stopping a SwiftNIO server while a client connects crashes.
    private static let emulator = Task { try await Emulator().start() }

    /// What screens are made with.
    static func tools() async throws -> ReaderTools {
        var settings = ReaderSettings()
        settings.emulator = "http://127.0.0.1:\(try await emulator.value.port)"
        return ReaderTools(try ReaderClients(settings, cache: nil))
    }

    /// Lets a view appear, and gives its words once they meet a condition.
    static func words(of view: some View, when isDone: ([String]) -> Bool) async throws -> [String] {
        StubHost.appear(view)
        var words: [String] = []
        try await eventually(outside: "a view changes on the main queue, when a server has responded") {
            words = StubHost.words(of: view)
            return isDone(words)
        }
        return words
    }

    /// Gives other work on the main queue its turn until a condition holds.
    static func wait(until isDone: () -> Bool) async throws {
        try await eventually(outside: "a view changes on the main queue", isDone)
    }
}

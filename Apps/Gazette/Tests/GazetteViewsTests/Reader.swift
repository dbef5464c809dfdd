import AppleUI
import Emulator
import Foundation
import Freshet
import GazetteViews
import ReaderModels

/// A reader on an emulator of its own, as the app is one in a simulator.
@MainActor
enum Reader {
    /// Runs a body with what screens are made with, and ends the emulator.
    static func run(_ body: (ReaderTools, ReaderClients) async throws -> Void) async throws {
        let emulator = try await Emulator().start()
        do {
            var settings = ReaderSettings()
            settings.emulator = "http://127.0.0.1:\(emulator.port)"
            let clients = try ReaderClients(settings, cache: nil)
            try await body(ReaderTools(clients), clients)
            await emulator.stop()
        } catch {
            await emulator.stop()
            throw error
        }
    }

    /// Lets a view appear, and gives its words once they meet a condition.
    static func words(of view: some View, when isDone: ([String]) -> Bool) async -> [String] {
        StubHost.appear(view)
        while !Task.isCancelled {
            let words = StubHost.words(of: view)
            if isDone(words) { return words }
            await Task.yield()
        }
        return StubHost.words(of: view)
    }

    /// Gives other work on the main queue its turn until a condition holds.
    static func wait(until isDone: () -> Bool) async {
        while !isDone(), !Task.isCancelled { await Task.yield() }
    }
}

import Foundation
import Freshet
import FreshetOutbox
import FreshetResources
import FreshetTesting
import Testing

@testable import NotesExample

/// Two windows over one server.
@Suite(.timeLimit(.minutes(1))) @MainActor
final class NotesTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    private let server = NotesServer()
    private let networks = [ManualReachability(), ManualReachability()]

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func open(_ index: Int) async throws -> NotesWindow {
        let client = NotesExample.makeClient(
            server, networks[index], cache: folder.appending(path: "cache-\(index).sqlite"))
        let window = try NotesWindow(client, file: folder.appending(path: "outbox-\(index).sqlite"))
        try await window.isReady()
        return window
    }

    @Test func whatIsWrittenWithoutANetworkIsShownAtOnceAndAppliedOnce() async throws {
        let window = try await open(0)
        networks[0].isOffline = true
        for number in 1...6 { try await window.add("Note \(number)", id: "\(number)") }
        try await window.delete("6")
        #expect(window.notes.map(\.text) == (1...5).map { "Note \($0)" })
        await window.wait { window.line == "7 changes not sent yet" }
        networks[0].isOffline = false
        await window.rest()
        #expect(window.notes.map(\.id).sorted() == ["1", "2", "3", "4", "5"])
        #expect(await server.notes.count == 5)
        #expect(await server.applied == 6)
        #expect(window.line == nil)
    }

    @Test func aSecondChangeOfTheSameWindowIsNoConflict() async throws {
        let window = try await open(0)
        try await window.add("a", id: "1")
        await window.rest()
        networks[0].isOffline = true
        try await window.change("1", to: "b")
        try await window.change("1", to: "c")
        networks[0].isOffline = false
        await window.rest()
        #expect(window.conflict == nil)
        #expect(await server.notes.map(\.text) == ["c"])
    }

    @Test(arguments: ["both", nil])
    func aPersonResolvesAConflict(by text: String?) async throws {
        let first = try await open(0)
        try await first.add("a", id: "1")
        await first.rest()
        let second = try await open(1)
        networks[1].isOffline = true
        try await second.change("1", to: "mine")
        try await first.change("1", to: "theirs")
        await first.rest()
        networks[1].isOffline = false
        await second.wait { second.conflict != nil }
        #expect(second.conflict?.mine == "mine")
        #expect(second.conflict?.theirs == "theirs")
        #expect(second.notes.map(\.text) == ["mine"])
        second.resolve(by: text)
        await second.rest()
        #expect(await server.notes.map(\.text) == [text ?? "theirs"])
        #expect(second.notes.map(\.text) == [text ?? "theirs"])
    }
}

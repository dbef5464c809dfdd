// Notes in two windows, as on two devices: without a network, over a server that fails, and with a conflict.

import Foundation
import Freshet
import FreshetOutbox
import FreshetResources
import FreshetSQLite
import FreshetTesting
import Observation

@main @MainActor
enum NotesExample {
    static func main() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let server = NotesServer()
        let networks = [ManualReachability(), ManualReachability()]
        func open(_ index: Int) throws -> NotesWindow {
            let client = makeClient(server, networks[index], cache: folder.appending(path: "cache-\(index).sqlite"))
            return try NotesWindow(client, file: folder.appending(path: "outbox-\(index).sqlite"))
        }
        var (first, second) = (try open(0), try open(1))

        // Written in a tunnel: shown at once, and not sent.
        try await first.isReady()
        networks[0].isOffline = true
        try await first.add("Buy bread", id: "bread")
        try await first.add("Call the dentist", id: "dentist")
        try await first.change("bread", to: "Buy bread and milk")
        await first.show("Window 1, without a network")

        // The window is closed and opened again: nothing is lost.
        await first.close()
        first = try open(0)
        await first.wait { first.list.value != nil }
        await first.show("Window 1, opened again")
        networks[0].isOffline = false
        await first.rest()
        await first.show("Window 1, with a network")
        print("The server has applied \(await server.applied) writes.")

        // Both change a note. The server has the first change when the second one arrives.
        try await second.isReady()
        await second.list.refetch()
        networks[1].isOffline = true
        try await second.change("dentist", to: "Call the dentist at nine")
        try await first.change("dentist", to: "Call the dentist on Monday")
        await first.rest()
        networks[1].isOffline = false
        await second.wait { second.conflict != nil }
        await second.show("Window 2")
        if let conflict = second.conflict {
            print("  conflict: “\(conflict.mine)” or “\(conflict.theirs)”?")
            second.resolve(by: "Call the dentist on Monday at nine")
        }
        await second.rest()
        await first.list.refetch()
        await first.show("Window 1")
        await second.show("Window 2")
    }

    static func makeClient(_ server: NotesServer, _ network: ManualReachability, cache: URL) -> Client<Notes> {
        let transport = StubTransport { request throws(FetchError) in
            if network.isOffline { throw FetchError(.cannotConnect(.offline)) }
            return try await server.respond(to: request)
        }
        let cache = HTTPCache(store: SQLiteCacheStore(file: cache))
        var configuration = ClientConfiguration(transport: transport, cache: cache)
        configuration.reachability = network
        return Client(Notes(), configuration)
    }
}

extension NotesWindow {
    /// Waits for the first list.
    func isReady() async throws {
        _ = try await client.resource(.notes).value()
    }

    /// Waits until everything is sent, and what the server has made of it is shown.
    func rest() async {
        for await state in outbox.states where state.total == 0 { break }
        await list.refetch()
        await wait { self.line == nil }
    }

    func wait(until isMet: @escaping () -> Bool) async {
        while !isMet() {
            await withCheckedContinuation { changed in
                withObservationTracking {
                    _ = isMet()
                } onChange: {
                    changed.resume()
                }
            }
        }
    }

    func show(_ title: String) async {
        let count = await outbox.state.total
        await wait { self.waiting.state.total == count }
        print("\(title):")
        for note in notes { print("  \(note.text)") }
        if let line { print("  (\(line))") }
    }
}

// The operations of an app for tickets, one after another.

import Foundation
import Freshet
import FreshetTesting

@main
enum TicketsExample {
    static func main() async throws {
        let (desk, reception) = (HelpDeskServer(), Reception())
        let server = try await LoopbackServer.start { request in
            if let response = await reception.respond(to: request) { return response }
            return await desk.respond(to: request)
        }
        let helpDesk = HelpDesk(baseURL: server.baseURL)
        let session = AuthenticationSession(DeskTokens(desk: helpDesk), .platform)
        var configuration = ClientConfiguration.platform
        configuration.retry = RetryPolicy(base: .milliseconds(10))
        configuration.authentication = .session(session)
        let client = Client(helpDesk, configuration)

        print("Create")
        do {
            _ = try await client.value(for: .create(Draft(title: "")))
        } catch {
            print("  Refused with \(error.status?.code ?? 0): \(error.invalidMembers.joined(separator: ", "))")
        }
        for title in ["A dripping tap", "No light in the hall", "A tap without water"] {
            let ticket = try await client.response(for: .create(Draft(title: title)))
            print("  \(ticket.value.id) \(title), by \(ticket.metrics.attempts) attempts")
        }

        print("Search for “tap”")
        for ticket in try await client.value(for: .search("tap")) { print("  \(ticket.id) \(ticket.title)") }

        print("Change 1, which another user changes, too")
        let seen = try await client.response(for: .ticket(1))
        await desk.change(Ticket(id: 1, title: "A dripping tap on floor 3"))
        let changed = try await client.change(seen) { $0.tags.append("water") }
        print("  \(changed.title) \(changed.tags)")

        print("Attach a file to 1")
        let folder = FileManager.default.temporaryDirectory.appending(path: "tickets-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (photo, copy) = (folder.appending(path: "tap.jpg"), folder.appending(path: "copy.jpg"))
        try Data((0..<600_000).map { UInt8(truncatingIfNeeded: $0 / 7) }).write(to: photo)
        let (upload, progress) = Request.attach(photo, to: 1, note: "Seen today").withProgress()
        async let done: Void = client.value(for: upload)
        var last = TransferProgress()
        for await step in progress { last = step }
        try await done
        print("  \(last.sent.total == last.sent.bytes ? "All" : "Not all") bytes are sent: \(last.sent.fraction ?? 0)")

        print("Download it over a connection that breaks")
        let download = try await client.download(.attachment(of: 1), to: copy)
        let isSame = try Data(contentsOf: copy) == Data(contentsOf: photo)
        print("  \(isSame ? "The same" : "Another") file, by \(download.metrics.attempts) attempts")

        print("Sign in, and take tickets with a token that has ended")
        do { _ = try await client.value(for: .take(1)) } catch {
            print("  \(error.recoverySuggestion ?? "") \(await reception.issued) tokens were issued.")
        }
        try await session.signIn("hall", "open sesame")
        await reception.endTokens()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for id in 1...3 { group.addTask { _ = try await client.value(for: .take(id)) } }
            try await group.waitForAll()
        }
        print("  Taken: \(try await client.value(for: .mine)), by \(await reception.issued - 1) renewal")

        print("Sign out")
        try await session.signOut()
        print("  Signed in: \(session.current.account ?? "nobody")")
        await server.stop()
    }
}

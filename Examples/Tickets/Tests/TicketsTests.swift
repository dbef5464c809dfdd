import Foundation
import Freshet
import FreshetTesting
import Testing

@testable import TicketsExample

/// Tests of the help desk with a server in the same process.
@Suite(.timeLimit(.minutes(1)))
struct TicketsTests {
    private func withDesk(
        _ test: (Client<HelpDesk>, HelpDeskServer, LoopbackServer) async throws -> Void
    ) async throws {
        let desk = HelpDeskServer()
        let server = try await LoopbackServer.start { await desk.respond(to: $0) }
        var configuration = ClientConfiguration.platform
        configuration.cache = nil
        configuration.retry = RetryPolicy(base: .zero)
        try await test(Client(HelpDesk(baseURL: server.baseURL), configuration), desk, server)
        await server.stop()
    }

    @Test func aCreationWhoseResponseIsLostMakesOneTicket() async throws {
        try await withDesk { client, _, server in
            let ticket = try await client.value(for: .create(Draft(title: "A dripping tap")))
            #expect(ticket.id == 1 && server.requests.count == 2)
            #expect(try await client.value(for: .search("TAP")).map(\.id) == [1])
        }
    }

    @Test func whatIsWrongWithADraftIsSaid() async throws {
        try await withDesk { client, _, _ in
            let error = await #expect(throws: FetchError.self) {
                try await client.value(for: .create(Draft(title: "")))
            }
            #expect(error?.status?.code == 422 && error?.invalidMembers == ["/title must not be empty"])
            #expect(error?.localizedDescription == "The ticket is not valid.")
        }
    }

    @Test func aChangeKeepsThatOfAnotherUser() async throws {
        try await withDesk { client, desk, server in
            let created = try await client.response(for: .create(Draft(title: "A dripping tap")))
            await desk.change(Ticket(id: 1, title: "A tap", tags: ["floor 3"]))
            let changed = try await client.change(created) { $0.tags.append("water") }
            #expect(changed.title == "A tap" && changed.tags == ["floor 3", "water"])
            #expect(server.requests.suffix(3).map(\.method) == ["PUT", "GET", "PUT"])
            // The service refuses a change without `If-Match`.
            let error = await #expect(throws: FetchError.self) { try await client.value(for: .replace(changed)) }
            #expect(error?.kind == .precondition(.required))
        }
    }

    @Test func anAttachmentComesBackAsItWas() async throws {
        try await withDesk { client, _, server in
            _ = try await client.value(for: .create(Draft(title: "A dripping tap")))
            let folder = FileManager.default.temporaryDirectory
            let (file, copy) = (folder.appending(path: UUID().uuidString), folder.appending(path: UUID().uuidString))
            try Data((0..<90_000).map { UInt8(truncatingIfNeeded: $0) }).write(to: file)
            let (upload, progress) = Request.attach(file, to: 1, note: "Today").withProgress()
            try await client.value(for: upload)
            var last: TransferProgress?
            for await step in progress { last = step }
            #expect(last?.isLast == true && last?.sent.fraction == 1)
            _ = try await client.download(.attachment(of: 1), to: copy)
            #expect(try Data(contentsOf: copy) == Data(contentsOf: file))
            #expect(server.requests.last?.header("range")?.hasSuffix("-89999") == true)
        }
    }
}

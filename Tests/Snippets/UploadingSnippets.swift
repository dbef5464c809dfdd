import Foundation
import Freshet
import FreshetTesting
import Testing

// The code of the guide Uploading.

struct HelpDesk: Service {
    var baseURL = "https://desk.example/v1"
}

extension Request where API == HelpDesk, Value == Void {
    static func attach(_ file: URL, to ticket: Int) -> Self {
        Request(
            "tickets/\(ticket)/attachment", method: .put, body: .file(file, contentType: "image/jpeg"),
            reading: .nothing)
    }
}

extension Request where API == HelpDesk, Value == Void {
    static func open(_ title: String, photo: URL, facts: [String: String]) -> Self {
        Request(
            "tickets", method: .post,
            body: .multipart([
                .field("title", title),
                FormPart("photo", .file(photo, contentType: "image/jpeg")),
                FormPart("facts", .json(facts)),
            ]),
            reading: .nothing)
    }
}

extension Request where API == HelpDesk, Value == Void {
    static func archive(_ file: URL) -> Self {
        Request("archive", method: .put, body: .file(file), reading: .nothing).expectingContinue()
    }
}

func keep(_ report: URL, at desk: Client<HelpDesk>) async throws {
    try await desk.upload(.archive(report), record: report.appendingPathExtension("upload")).value
}

extension Request where API == HelpDesk, Value == Void {
    static func log(_ lines: RequestBody) -> Self {
        Request("log", method: .post, body: lines, reading: .nothing).compressed()
    }
}

func attach(_ photo: URL, to ticket: Int, at desk: Client<HelpDesk>) async throws {
    let (upload, progress) = Request.attach(photo, to: ticket).withProgress()
    async let done: Void = desk.value(for: upload)
    for await step in progress {
        print(step.sent.fraction ?? 0, step.sent.remaining ?? .zero)
    }
    try await done
}

func attach(
    _ photo: URL, to ticket: Int, at desk: Client<HelpDesk>, show: @escaping @Sendable (Double) -> Void
) -> FetchTask {
    let upload = Request.attach(photo, to: ticket).onProgress { show($0.sent.fraction ?? 0) }
    return desk.fetch(upload) { result in print(result) }
}

@Suite(.timeLimit(.minutes(1)))
struct UploadingSnippets {
    @Test func theServerReadsTheForm() async throws {
        let photo = FileManager.default.temporaryDirectory.appending(path: "tap-\(UUID().uuidString).jpg")
        try Data("JPEG".utf8).write(to: photo)
        let server = try await LoopbackServer.start { _ in .status(201) }
        let desk = Client(HelpDesk(baseURL: server.baseURL))
        try await desk.value(for: .open("A dripping tap", photo: photo, facts: ["floor": "3"]))
        let parts = try #require(server.requests[0].parts)
        #expect(parts.map(\.name) == ["title", "photo", "facts"])
        #expect(parts[1].fileName == photo.lastPathComponent && parts[1].text == "JPEG")
        await server.stop()
    }

    @Test func anAttachmentIsAFile() async throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "leak-\(UUID().uuidString).jpg")
        try Data("JPEG".utf8).write(to: file)
        let stub = StubTransport { _ in .status(204) }
        try await Client(HelpDesk(), transport: stub, cache: nil).value(for: .attach(file, to: 7))
        guard case .file(file)? = stub.requests[0].body else {
            Issue.record("\(String(describing: stub.requests[0].body))")
            return
        }
        #expect(stub.requests[0].head.path == "/v1/tickets/7/attachment")
    }
}

import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide Uploading files, streams and multipart forms.

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
        print(step.sent.fraction ?? 0, step.sent.remainingText() ?? "")
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
    private let photo = FileManager.default.temporaryDirectory.appending(path: "tap-\(UUID().uuidString).jpg")

    init() throws {
        try Data("JPEG".utf8).write(to: photo)
    }

    #if NIO
    @Test func theServerReadsTheForm() async throws {
        let server = try await LoopbackServer.start { _ in .status(201) }
        let desk = Client(HelpDesk(baseURL: server.baseURL))
        try await desk.value(for: .open("A dripping tap", photo: photo, facts: ["floor": "3"]))
        let parts = try #require(server.requests[0].parts)
        #expect(parts.map(\.name) == ["title", "photo", "facts"])
        #expect(parts[1].fileName == photo.lastPathComponent && parts[1].text == "JPEG")
        await server.stop()
    }
    #endif

    @Test func theProgressEndsWithTheWhole() async throws {
        let stub = StubTransport { request in
            request.onSent?(4)
            return .status(204)
        }
        let (upload, progress) = Request.attach(photo, to: 7).withProgress()
        try await Client(HelpDesk(), transport: stub, cache: nil).value(for: upload)
        var last: TransferProgress?
        for await step in progress { last = step }
        #expect(last?.isLast == true && last?.sent.bytes == 4)
    }

    @Test func anUploadThatStallsFails() async throws {
        let (clock, gate) = (ManualClock(), Gate())
        let stub = StubTransport { _ in
            await gate.wait()
            return .status(204)
        }
        let desk = Client(HelpDesk(), transport: stub, cache: nil, retry: .never, time: clock.time)
        let upload = Task { try await desk.value(for: .attach(photo, to: 7)) }
        try await gate.waitUntilWaiting()
        try await clock.waitForSleepers(dueWithin: .seconds(30))
        clock.advance(by: .seconds(30))
        let error = await #expect(throws: FetchError.self) { try await upload.value }
        #expect(error?.kind == .timedOut(.idle(.seconds(30))))
    }

    @Test func anUploadResumesAfterALostConnection() async throws {
        let (offset, complete) = (HTTPField.Name("Upload-Offset")!, HTTPField.Name("Upload-Complete")!)
        let stub = StubTransport { request async throws(FetchError) in
            switch (request.head.method, request.head.headerFields[offset]) {
            case (.put, _): return .status(201, headers: [.location: "/uploads/7"])
            case (.head, _): return .status(204, headers: [offset: "3", complete: "?0"])
            case (.patch, "3"): return .status(204)
            default: throw FetchError(.connectionLost)
            }
        }
        let desk = Client(HelpDesk(), transport: stub, cache: nil, retry: RetryPolicy(base: .zero))
        try await keep(photo, at: desk)
        #expect(stub.requests.map(\.head.method) == [.put, .patch, .head, .patch])
    }

    @Test func anAttachmentIsAFile() async throws {
        let stub = StubTransport { _ in .status(204) }
        try await Client(HelpDesk(), transport: stub, cache: nil).value(for: .attach(photo, to: 7))
        guard case .file(photo)? = stub.requests[0].body else {
            Issue.record("\(String(describing: stub.requests[0].body))")
            return
        }
        #expect(stub.requests[0].head.path == "/v1/tickets/7/attachment")
    }
}

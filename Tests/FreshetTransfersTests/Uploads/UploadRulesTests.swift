import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetTransfers

/// What a resumable upload does after each kind of failure, and what its requests carry.
@Suite(.timeLimit(.minutes(5)))
struct UploadRulesTests {
    private struct Desk: Service {
        let baseURL = "https://desk.example"
    }

    /// What the server does with a part.
    private typealias Part = @Sendable () async throws(FetchError) -> StubTransport.Response

    private static let offset = HTTPField.Name("Upload-Offset")!
    private static let lost = failing(FetchError(.connectionLost))

    private static func failing(_ error: FetchError) -> Part {
        { () async throws(FetchError) in throw error }
    }

    private static func held(at gate: Gate) -> Part {
        { () async throws(FetchError) in
            await gate.wait()
            throw FetchError.cancelled
        }
    }

    private static func refused(_ status: Int, _ fields: HTTPFields = [:]) -> Part {
        { () async throws(FetchError) in .status(status, headers: fields) }
    }

    private let folder: URL
    private let file: URL
    private let record: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "uploads-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appending(path: "report.txt")
        record = folder.appending(path: "report.upload")
        try Data("0123456789".utf8).write(to: file)
    }

    private var request: Request<Desk, String> {
        Request("reports", method: .post, body: .file(file, contentType: "text/plain"), reading: .text)
    }

    /// A client of a server that has four of ten bytes whenever it is asked, and responses the parts in turn.
    private func client(
        time: TimeSource = .system, attempts: Int = 3, _ parts: [Part]
    ) -> (Client<Desk>, StubTransport) {
        let script = Lock(parts[...])
        let stub = StubTransport { request async throws(FetchError) in
            switch request.head.method {
            case .post: return .status(201, headers: [.location: "/uploads/7"])
            case .head: return .status(204, headers: [Self.offset: "4"])
            default: return try await script.withLock { $0.popFirst() }?() ?? .text("all of it")
            }
        }
        let retry = RetryPolicy(attempts: attempts, base: .zero)
        return (Client(Desk(), transport: stub, cache: nil, retry: retry, time: time), stub)
    }

    private func sent(_ stub: StubTransport) -> String {
        stub.requests.map { request in
            request.head.headerFields[Self.offset].map { "PATCH \($0)" } ?? request.head.method.rawValue
        }
        .joined(separator: ", ")
    }

    @Test func aFolderIsNoUpload() async {
        let (client, stub) = client([])
        let upload = Request<Desk, String>("reports", method: .post, body: .file(folder), reading: .text)
        let error = await failure { () async throws(FetchError) in try await client.upload(upload) }
        #expect(error?.kind == .file("The file \(folder.path) can't be read.") && stub.requests.isEmpty)
    }

    @Test("A server that has another number of bytes is asked")
    func outOfStep() async throws {
        let (client, stub) = client([Self.refused(409)])
        #expect(try await client.upload(request).value == "all of it")
        #expect(sent(stub) == "POST, PATCH 0, HEAD, PATCH 4")
    }

    @Test("A part whose reused connection was dead is not repeated: the server may have taken some of it")
    func deadConnection() async throws {
        let dead = FetchError(.connectionLost, underlying: ReusedConnectionFailure(POSIXError(.ECONNRESET)))
        let (client, stub) = client([Self.failing(dead)])
        #expect(try await client.upload(request).value == "all of it")
        #expect(sent(stub) == "POST, PATCH 0, HEAD, PATCH 4")
    }

    @Test("An upload that is gone begins again", arguments: [404, 410])
    func gone(status: Int) async throws {
        let (client, stub) = client([Self.refused(status)])
        #expect(try await client.upload(request).value == "all of it")
        #expect(sent(stub) == "POST, PATCH 0, POST, PATCH 0")
    }

    @Test func theNextUploadResumesACancelledOne() async throws {
        let gate = Gate()
        let (client, stub) = client([Self.held(at: gate)])
        let upload = Task {
            await failure { () async throws(FetchError) in try await client.upload(request, record: record) }
        }
        try await gate.waitUntilWaiting()
        upload.cancel()
        #expect(await upload.value?.isCancellation == true)
        #expect(try await client.upload(request, record: record).value == "all of it")
        #expect(sent(stub) == "POST, PATCH 0, HEAD, PATCH 4")
    }

    @Test func theServerNamesTheDelay() async throws {
        let clock = ManualClock()
        let (client, stub) = client(time: clock.time, [Self.refused(503, [.retryAfter: "7"])])
        let upload = Task { try await client.upload(request.timeout(nil).idleTimeout(.seconds(9999))).value }
        try await clock.waitForSleepers(dueWithin: .seconds(7))
        clock.advance(by: .seconds(6))
        #expect(sent(stub) == "POST, PATCH 0")
        clock.advance(by: .seconds(1))
        #expect(try await upload.value == "all of it")
        #expect(sent(stub) == "POST, PATCH 0, HEAD, PATCH 4")
    }

    @Test func aDelayThatIsTooLongLeavesTheUploadForLater() async throws {
        let (client, stub) = client([Self.refused(503, [.retryAfter: "3600"])])
        let error = await failure { () async throws(FetchError) in try await client.upload(request, record: record) }
        #expect(error?.status == .serviceUnavailable && stub.requests.count == 2)
        #expect(try await client.upload(request, record: record).value == "all of it")
        #expect(sent(stub) == "POST, PATCH 0, HEAD, PATCH 4")
    }

    @Test("The parts carry nothing of the request but their bytes")
    func parts() async throws {
        let (client, stub) = client([Self.lost])
        let request = request.query("kind", "scan").header(.init("X-Title")!, "Report").idempotencyKey("one")
        _ = try await client.upload(request)
        let (creation, others) = (stub.requests[0].head, stub.requests.dropFirst().map(\.head))
        #expect(creation.path == "/reports?kind=scan" && creation.headerFields[.init("X-Title")!] == "Report")
        #expect(creation.headerFields[.idempotencyKey] == "\"one\"" && others.count == 3)
        for head in others {
            #expect(head.path == "/uploads/7")
            #expect(head.headerFields[.init("X-Title")!] == nil && head.headerFields[.idempotencyKey] == nil)
        }
    }

    @Test func otherContentOfTheSameLengthBegins() async throws {
        let (client, stub) = client(attempts: 1, [Self.lost])
        _ = await failure { () async throws(FetchError) in try await client.upload(request, record: record) }
        try Data("9876543210".utf8).write(to: file)
        try FileManager.default.setAttributes([.modificationDate: Date.distantFuture], ofItemAtPath: file.path)
        _ = try await client.upload(request, record: record)
        #expect(sent(stub) == "POST, PATCH 0, POST, PATCH 0")
    }

    @Test func onlyItsOwnerReadsTheRecord() async throws {
        let (client, _) = client(attempts: 1, [Self.lost])
        _ = await failure { () async throws(FetchError) in try await client.upload(request, record: record) }
        let attributes = try FileManager.default.attributesOfItem(atPath: record.path)
        #expect(attributes[.posixPermissions] as? Int == 0o600)
    }
}

import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@testable import FreshetTransfers

/// The bytes of forms with several parts, and whether they can be sent again.
@Suite(.timeLimit(.minutes(1)))
struct MultipartTests {
    private func post(_ body: RequestBody) -> Request<Shop, Void> {
        Request("forms", method: .post, body: body, reading: .nothing)
    }

    /// Reads what a transport would send of a body.
    private func bytes(of body: TransportRequest.Body?) async throws -> Data {
        guard case .stream(let length, let chunks) = body else { throw FetchError(.validation("no stream")) }
        var data = Data()
        for try await chunk in chunks { data.append(chunk) }
        #expect(length == nil || length == data.count)
        return data
    }

    private func text(_ body: RequestBody) async throws -> String {
        String(decoding: try await bytes(of: try await Shop.sent(post(body)).body), as: UTF8.self)
    }

    @Test func aFormIsWrittenByRFC7578() async throws {
        let body = RequestBody.multipart(
            [
                .field("title", "Tea & milk"),
                FormPart("photo", .bytes(Data("JPEG".utf8), contentType: "image/jpeg"), fileName: "tea.jpg"),
                FormPart("item", .json(Shop.Item(name: "tea", price: 3))),
            ], boundary: "XX")
        #expect(body.contentType == "multipart/form-data; boundary=XX")
        let lines = [
            "--XX", "Content-Disposition: form-data; name=\"title\"", "", "Tea & milk",
            "--XX", "Content-Disposition: form-data; name=\"photo\"; filename=\"tea.jpg\"", "Content-Type: image/jpeg",
            "", "JPEG",
            "--XX", "Content-Disposition: form-data; name=\"item\"", "Content-Type: application/json",
            "", #"{"name":"tea","price":3}"#, "--XX--", "",
        ]
        #expect(try await text(body) == lines.joined(separator: "\r\n"))
        #expect(try await text(.multipart([], boundary: "XX")) == "--XX--\r\n")
    }

    @Test(
        "Names are escaped as browsers do it",
        arguments: [
            ("a\"b", "a%22b", "a%22b"), ("a\nb", "a%0D%0Ab", "a%0Ab"), ("a\rb", "a%0D%0Ab", "a%0Db"),
            ("a\r\nb", "a%0D%0Ab", "a%0D%0Ab"), ("\r\r", "%0D%0A%0D%0A", "%0D%0D"),
            ("é🙂\\%22;", "é🙂\\%22;", "é🙂\\%22;"),
        ])
    func names(name: String, field: String, file: String) async throws {
        let form = try await text(.multipart([FormPart(name, .bytes(Data()), fileName: name)]))
        #expect(form.contains("name=\"\(field)\"; filename=\"\(file)\"\r\n"))
    }

    @Test func noContentTypeBreaksOutOfItsField() async {
        let body = RequestBody.multipart([FormPart("a", .bytes(Data(), contentType: "text/plain\r\nX: y"))])
        let (client, stub) = Shop.client { _ in .status(204) }
        let error = await failure { () async throws(FetchError) in try await client.value(for: post(body)) }
        #expect(error?.code == "invalid_request" && stub.requests.isEmpty)
    }

    @Test func noTwoBodiesHaveOneBoundary() {
        let boundaries = Set((0..<100).map { _ in MultipartForm.randomBoundary() })
        #expect(boundaries.count == 100)
        #expect(boundaries.allSatisfy { $0.utf8.count == 56 })  // RFC 2046 §5.1.1 allows 70
    }

    @Test func aFileIsReadWhileItIsSentAndNamesItself() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString).txt")
        let content = Data((0..<200_000).map { UInt8(truncatingIfNeeded: $0 / 7) })
        try content.write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let sent = try await Shop.sent(post(.multipart([FormPart("file", .file(file))])))
        guard case .stream(let length?, let chunks) = sent.body else { throw FetchError(.validation("no length")) }
        var (count, largest, all) = (0, 0, Data())
        for try await chunk in chunks {
            (count, largest) = (count + 1, max(largest, chunk.count))
            all.append(chunk)
        }
        #expect(all.count == length && count > 4 && largest <= 64 << 10)
        #expect(all.range(of: content) != nil)
        #expect(String(decoding: all.prefix(300), as: UTF8.self).contains("filename=\"\(file.lastPathComponent)\""))
    }

    @Test func aFolderIsNoPart() async {
        let folder = FileManager.default.temporaryDirectory
        let (client, stub) = Shop.client { _ in .status(204) }
        let body = RequestBody.multipart([FormPart("a", .file(folder))])
        let error = await failure { () async throws(FetchError) in try await client.value(for: post(body)) }
        #expect(error?.kind == .file("The file \(folder.path) can't be read.") && stub.requests.isEmpty)
    }

    @Test func theSumOfLengthsMayBeLargerThanAnyNumber() async throws {
        let part = RequestBody.stream(AsyncStream<Data> { $0.finish() }, length: .max)
        let sent = try await Shop.sent(post(.multipart([FormPart("a", part), FormPart("b", part)])))
        guard case .stream(nil, _) = sent.body else { throw FetchError(.validation("a length")) }
    }

    @Test("A file that is missing, or becomes shorter, fails the call") func files() async throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        let (client, stub) = Shop.client { _ in .status(204) }
        let request = post(.multipart([FormPart("file", .file(file))]))
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.code == "file" && stub.requests.isEmpty)

        try Data(count: 10).write(to: file)
        defer { try? FileManager.default.removeItem(at: file) }
        let sent = try await Shop.sent(request)
        try Data(count: 9).write(to: file)
        await #expect(throws: FetchError.self) { try await bytes(of: sent.body) }
    }

    @Test("The length is known if that of every part is", arguments: [nil, 3])
    func length(ofPart: Int?) async throws {
        let chunks = AsyncStream<Data> { continuation in
            continuation.yield(Data("abc".utf8))
            continuation.finish()
        }
        let body = RequestBody.multipart([.field("a", "1"), FormPart("b", .stream(chunks, length: ofPart))])
        let sent = try await Shop.sent(post(body))
        guard case .stream(let length, _) = sent.body else { throw FetchError(.validation("no stream")) }
        #expect((length == nil) == (ofPart == nil))
        #expect(String(decoding: try await bytes(of: sent.body), as: UTF8.self).contains("\r\n\r\nabc\r\n--"))
    }

    @Test("A retry and a redirect send the same form again, unless a part of it is a stream", arguments: [false, true])
    func again(withStream: Bool) async throws {
        let failures = Lock([StubTransport.Response.status(503), .redirect(307, to: "/v1/elsewhere")][...])
        let (client, stub) = Shop.client(retry: RetryPolicy(base: .zero)) { _ in
            failures.withLock { $0.popFirst() } ?? .status(204)
        }
        var parts = [FormPart.field("a", "1"), FormPart("b", .json([1, 2]))]
        if withStream { parts.append(FormPart("c", .stream(AsyncStream<Data> { $0.finish() }))) }
        let request = post(.multipart(parts)).retrying(.always)
        let error = await failure { () async throws(FetchError) in try await client.value(for: request) }
        #expect(error?.kind == (withStream ? .status(.serviceUnavailable) : nil))
        #expect(stub.requests.count == (withStream ? 1 : 3))
        var forms: Set<Data> = []
        for request in stub.requests { forms.insert(try await bytes(of: request.body)) }
        #expect(forms.count == 1)
        let types: Set<String?> = Set(stub.requests.map { $0.head.headerFields[.contentType] })
        #expect(types.count == 1)
    }
}

import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide Downloading files and resuming downloads.

extension Request where API == HelpDesk, Value == Data {
    static func recording(_ id: Int) -> Self { Request("recordings/\(id)") }
}

func saveRecording(_ id: Int, to file: URL, at desk: Client<HelpDesk>) async throws(FetchError) -> URL {
    try await desk.download(.recording(id), to: file).value
}

func removeRecording(at file: URL) {
    PartialDownload.remove(for: file)
}

func recordingIsBegun(at file: URL) -> Bool {
    PartialDownload.bytes(for: file) != nil
}

@Suite(.timeLimit(.minutes(1)))
struct DownloadSnippets {
    @Test func aRecordingResumes() async throws {
        let stub = StubTransport { request in
            let isRest =
                request.head.headerFields[.range] == "bytes=4-7" && request.head.headerFields[.ifRange] == "\"1\""
            return StubTransport.Response(
                status: isRest ? 206 : 200,
                headers: isRest
                    ? [.eTag: "\"1\"", .contentRange: "bytes 4-7/8", .contentLength: "4"]
                    : [.eTag: "\"1\"", .contentLength: "8"],
                chunks: [Data((isRest ? "ding" : "Reco").utf8)], failure: isRest ? nil : FetchError(.connectionLost))
        }
        let desk = Client(HelpDesk(), transport: stub, cache: nil, retry: RetryPolicy(base: .zero))
        let file = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString)")
        #expect(try await saveRecording(7, to: file, at: desk) == file)
        #expect(try Data(contentsOf: file) == Data("Recoding".utf8))
        #expect(!recordingIsBegun(at: file))
    }

    @Test func whatIsLeftCanBeRemoved() async throws {
        let stub = StubTransport { _ in
            StubTransport.Response(
                headers: [.eTag: "\"1\"", .contentLength: "8"], chunks: [Data("Reco".utf8)],
                failure: FetchError(.connectionLost))
        }
        let desk = Client(HelpDesk(), transport: stub, cache: nil, retry: .never)
        let file = FileManager.default.temporaryDirectory.appending(path: "recording-\(UUID().uuidString)")
        await #expect(throws: FetchError.self) { try await saveRecording(7, to: file, at: desk) }
        #expect(recordingIsBegun(at: file))
        removeRecording(at: file)
        #expect(!recordingIsBegun(at: file))
    }
}

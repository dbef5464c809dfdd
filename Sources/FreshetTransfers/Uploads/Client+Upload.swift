public import Foundation
public import FreshetCore
import HTTPTypes

extension Client {
    /// Sends the body of a request as a resumable upload, which continues where it was after a lost connection.
    ///
    /// The server must support resumable uploads (draft-ietf-httpbis-resumable-upload, version 6 of its
    /// interoperation).
    ///
    /// The request is sent without its body at first. The server names an address for the upload, to which the body goes. After a failure
    /// that the client's ``RetryPolicy`` retries, the server is asked how much of it has come, and the rest is sent. An attempt that has
    /// brought the upload further does not count. The value is read from the response to the last part.
    ///
    /// With a record, the next call with the same request, body and record continues the upload, also in another process.
    /// Without one, each call starts over. A server that has forgotten the upload receives all of it again.
    ///
    /// - Parameters:
    ///   - request: The request. Its body is a file or bytes. Of its header fields, `Content-Type` and those of the request are sent with the
    ///     first request alone. Its progress is that of the whole body.
    ///   - record: The file that keeps the address of the upload, which is removed at the end; `nil` for none. The address may be all
    ///     that is needed to change the upload: keep the file where others can't read it.
    /// - Returns: The response to the last part.
    /// - Throws: ``FetchError``; ``FetchError/Kind-swift.enum/unknownOutcome`` when the server has all of the body, and its response was lost;
    ///   ``FetchError/Kind-swift.enum/protocolViolation(_:)`` when it offers no resumable uploads.
    @concurrent
    public func upload<Value>(
        _ request: Request<API, Value>, record: URL? = nil
    ) async throws(FetchError) -> Response<Value> {
        if let problem = request.problem { throw FetchError(.invalidRequest(problem)) }
        let content = try UploadContent(request.body, encoder: service.encoder)
        let account = account
        let record = record.map { file in
            UploadRecord(file: file, request: identity(of: request, account), content: content.identity)
        }
        let upload = ResumableUpload(client: self, request: request, content: content, record: record)
        return try await upload.run()
    }
}

/// The content of a resumable upload.
struct UploadContent: Sendable {
    private enum Source {
        case bytes(Data)
        case file(URL)
    }

    private let source: Source
    private let contentType: String?
    /// The number of all bytes.
    let length: Int
    /// A text that changes with the content.
    let identity: String

    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` for another body than a file or bytes.
    init(_ body: RequestBody?, encoder: any BodyEncoder) throws(FetchError) {
        contentType = body?.contentType
        switch body?.content {
        case .bytes(let make):
            let data = try RequestBody.encoded(make, encoder)
            source = .bytes(data)
            length = data.count
            identity = data.digestText
        case .file(let file):
            source = .file(file)
            length = try BodySource(file).length ?? 0
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            let date = attributes?[.modificationDate] as? Date
            identity = "\(file.path) \(length) \(date?.timeIntervalSince1970 ?? 0)"
        default:
            throw FetchError(.invalidRequest("its body can't be sent in parts; use a file or bytes"))
        }
    }

    /// An empty body with the content type of the whole one.
    var none: RequestBody { .bytes(Data(), contentType: contentType) }

    /// The bytes from an offset on.
    func rest(from offset: Int) -> RequestBody {
        let type = "application/partial-upload"
        switch source {
        case .bytes(let data): return .bytes(data.dropFirst(offset), contentType: type)
        case .file(let file):
            return RequestBody(
                content: .source { _ throws(FetchError) in try BodySource(file, from: offset) }, contentType: type)
        }
    }
}

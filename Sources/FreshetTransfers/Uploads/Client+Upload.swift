public import Foundation
public import FreshetCore

extension Client {
    /// Sends the body of a request as a resumable upload, which resumes after a lost connection.
    ///
    /// The server must support resumable uploads (draft-ietf-httpbis-resumable-upload, version 6 of its
    /// interoperation).
    ///
    /// The request is sent without its body at first. The server names an address for the upload, to which the body
    /// goes. After a failure that the client's ``RetryPolicy`` retries, the server is asked how many bytes it has, and
    /// the remaining ones are sent. An attempt that has brought the upload further does not count. The value is read
    /// from the response to the last part.
    ///
    /// With a record, the next call with the same request, body and record resumes the upload, also in another process.
    /// Without one, each call starts over. A server that does not know the upload any more receives all of it again.
    ///
    /// - Parameters:
    ///   - request: The request. Its body is a file or bytes. Of its header fields, `Content-Type` and those of the
    ///     request are sent with the first request alone. Its progress is that of the complete body.
    ///   - record: The file that keeps the address of the upload, which is removed at the end; `nil` for none. The
    ///     address may be all that is needed to change the upload: keep the file where others can't read it.
    /// - Returns: The response to the last part.
    /// - Throws: ``FetchError``; ``FetchError/Kind-swift.enum/unknownOutcome`` when the server has all of the body, and
    ///   its response was lost; ``FetchError/Kind-swift.enum/protocolViolation(_:)`` when it offers no resumable
    ///   uploads.
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

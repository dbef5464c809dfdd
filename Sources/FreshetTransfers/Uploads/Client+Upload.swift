public import Foundation
public import FreshetCore

extension Client {
    /// Sends a request's body as an upload that resumes after a lost connection.
    ///
    /// ```swift
    /// let report = try await desk.upload(.archive(file), record: file.appendingPathExtension("upload"))
    /// ```
    ///
    /// The server must support resumable uploads (draft-ietf-httpbis-resumable-upload, interop
    /// version 6).
    ///
    /// The request is first sent without its body. The server responds with an address for the
    /// upload, and the body is sent there. After a failure that the client's ``RetryPolicy``
    /// retries, the client asks the server how many bytes it has and sends the remaining ones.
    /// Attempts that made progress don't count towards the limit. The value is read from the
    /// response to the last part.
    ///
    /// With a record, the next call with the same request, body and record resumes the upload, even
    /// in another process. Without one, each call starts over. If the server no longer knows the
    /// upload, everything is sent again.
    ///
    /// - Parameters:
    ///   - request: The request. Its body must be a file or bytes. `Content-Type` and the request's
    ///     own header fields are sent only with the first request. Its progress refers to the
    ///     complete body.
    ///   - record: The file in which the upload's address is stored until the upload ends; `nil`
    ///     for none. The address alone may be enough to modify the upload, so choose a place where
    ///     others can't read the file.
    /// - Returns: The response to the last part.
    /// - Throws: ``FetchError``; ``FetchError/Kind-swift.enum/unknownOutcome`` if the server has
    ///   the complete body but its response was lost;
    ///   ``FetchError/Kind-swift.enum/protocolViolation(_:)`` if it doesn't support resumable
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

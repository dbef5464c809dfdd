import Foundation
public import FreshetCore
import HTTPTypes

extension Client {
    /// Returns the lines of a response, each one as soon as it arrives.
    ///
    /// ```swift
    /// for try await line in client.lines(for: .log) { print(line) }
    /// ```
    ///
    /// Lines end with LF or CR LF, which isn't returned; the last line may end with the body. Empty
    /// lines are returned. Invalid UTF-8 becomes replacement characters. The request's own way of
    /// reading its response is ignored.
    public func lines<Value>(for request: Request<API, Value>) -> StreamedValues<API, String> {
        StreamedValues(
            client: self, request: request.streamed(accept: nil),
            rules: PartRules(
                format: { _ in .lines }, accept: "*/*", read: { line, _, _ in String(decoding: line, as: UTF8.self) }))
    }

    /// Returns the values of a response that contains many of them, each one as soon as it arrives.
    ///
    /// The body has one value per line (NDJSON), or is a JSON text sequence (RFC 7464) if the
    /// content type is `application/json-seq`.
    ///
    /// ```swift
    /// for try await film in client.values(for: .allFilms) { await index.add(film) }
    /// ```
    ///
    /// Blank lines are skipped, and the last line may end with the body. Nothing is sent until the first value is
    /// awaited.
    ///
    /// - Parameter request: A request that describes how to read *one* value.
    public func values<Value>(for request: Request<API, Value>) -> StreamedValues<API, Value> {
        let (reading, service) = (request.reading, service)
        let types = PartScanner.Format.valueTypes
        return StreamedValues(
            client: self, request: request.streamed(accept: types),
            rules: PartRules(
                format: { PartScanner.Format.values($0) }, accept: types,
                read: { part, format, stream in
                    if format == .sequence, JSONSequenceScanner.isTruncated(part) {
                        throw DecodingError.dataCorrupted(
                            .init(codingPath: [], debugDescription: "The text is cut off."))
                    }
                    return try await reading.read(Response(part, of: stream), service, nil)
                }))
    }

    /// Returns the parts of a multipart response, each one as soon as it arrives.
    ///
    /// ```swift
    /// let camera = Request<Cinema, Data>("camera")
    /// for try await part in client.parts(for: camera) where part.headerFields[.contentType] == "image/jpeg" {
    ///     show(part.body)
    /// }
    /// ```
    ///
    /// Multipart bodies are defined in RFC 2046 §5.1. The accepted content types are
    /// `multipart/mixed`, which batch APIs use, and `multipart/x-mixed-replace`, which cameras use.
    /// A part is returned when the boundary after it arrives, or sooner if it has a
    /// `Content-Length`. A last part without a boundary after it is discarded. The request's own
    /// way of reading its response is ignored.
    public func parts<Value>(for request: Request<API, Value>) -> StreamedValues<API, ResponsePart> {
        let types = PartScanner.Format.multipartTypes
        return StreamedValues(
            client: self, request: request.streamed(accept: types),
            rules: PartRules(
                format: { PartScanner.Format.multipart($0) }, accept: types, read: { part, _, _ in ResponsePart(part) })
        )
    }
}

extension Request {
    /// - Parameter accept: The value of `Accept`, unless the request sets one.
    fileprivate func streamed(accept: String?) -> Request<API, Void> {
        var request = reading(.nothing)
        if let accept, headers[.accept] == nil { request = request.header(.accept, accept) }
        request.options[LongLived.self] = true
        return request
    }
}

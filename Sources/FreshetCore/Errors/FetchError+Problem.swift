public import HTTPTypes

extension ProblemDetails {
    /// Reads the details from a response of type `application/problem+json`; `nil` for other types
    /// and for a body that can't be read.
    public init?(_ response: FetchError.Response) {
        guard response.isProblem else { return nil }
        self.init(document: response.body)
    }
}

extension FetchError.Response {
    /// Whether the body has the media type of problem details.
    var isProblem: Bool {
        head.headerFields.value(of: .contentType).flatMap { MediaType($0) }?.description == "application/problem+json"
    }
}

extension FetchError {
    /// The current version of the resource, if the server sent it when it refused a conditional
    /// write.
    ///
    /// It is ``response`` of an error with ``PreconditionFailure/failed``, provided that the
    /// response has a validator (`ETag` or `Last-Modified`) and its body isn't a problem document.
    /// Pass its head to `ifUnchanged(since:)` to repeat the write against this version.
    public var currentRepresentation: Response? {
        guard kind == .precondition(.failed), let response, !response.body.isEmpty, !response.isProblem else {
            return nil
        }
        let fields = response.head.headerFields
        // Without a validator the app could not make its next write conditional on this version,
        // and it may just as well be an error page.
        return fields.contains(.eTag) || fields.contains(.lastModified) ? response : nil
    }

    /// The status of the response; `nil` if there was none.
    ///
    /// For a refused request, it is the same whether the service explains the refusal
    /// (``Kind-swift.enum/service(_:)``) or not (``Kind-swift.enum/status(_:)``,
    /// ``Kind-swift.enum/precondition(_:)``).
    public var status: HTTPResponse.Status? {
        switch kind {
        case .status(let status): status
        case .precondition(.failed): .preconditionFailed
        case .precondition(.required): .preconditionRequired
        default: response?.head.status
        }
    }

    /// The reason why the server refused a conditional write; `nil` for other failures.
    ///
    /// It is the same whether the service explains the refusal (``Kind-swift.enum/service(_:)``) or
    /// not (``Kind-swift.enum/precondition(_:)``).
    public var precondition: PreconditionFailure? {
        switch kind {
        case .precondition(let failure): failure
        case .service: status.flatMap(PreconditionFailure.init)
        default: nil
        }
    }

    /// The problem details of the refused response (RFC 9457); `nil` if it has none.
    ///
    /// They are parsed each time this property is read. The error keeps its kind,
    /// ``Kind-swift.enum/status(_:)``, unless the service reads its own error from the body
    /// (``Service/serviceError(in:of:)``).
    public var problem: ProblemDetails? { response.flatMap { ProblemDetails($0) } }
}

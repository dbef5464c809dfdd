public import HTTPTypes

extension ProblemDetails {
    /// Reads the details from a response of type `application/problem+json`; `nil` if it has none.
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
    /// The resource as it is now, for ``PreconditionFailure/failed``, if the server sent it with the refusal.
    ///
    /// It is ``response``, if its body has a validator and is no problem document. `ifUnchanged(since:)` of a request
    /// takes its head.
    public var currentRepresentation: Response? {
        guard kind == .precondition(.failed), let response, !response.body.isEmpty, !response.isProblem else {
            return nil
        }
        let fields = response.head.headerFields
        return fields.contains(.eTag) || fields.contains(.lastModified) ? response : nil
    }

    /// The status of the refusal, whether the service explains it (``Kind-swift.enum/service(_:)``) or not
    /// (``Kind-swift.enum/status(_:)``, ``Kind-swift.enum/precondition(_:)``); otherwise that of ``response``.
    ///
    /// `nil` if there was no response.
    public var status: HTTPResponse.Status? {
        switch kind {
        case .status(let status): status
        case .precondition(.failed): .preconditionFailed
        case .precondition(.required): .preconditionRequired
        default: response?.head.status
        }
    }

    /// The reason why the server refused a write for its condition, whether the service explains it
    /// (``Kind-swift.enum/service(_:)``) or not (``Kind-swift.enum/precondition(_:)``); `nil` for other failures.
    public var precondition: PreconditionFailure? {
        switch kind {
        case .precondition(let failure): failure
        case .service: status.flatMap(PreconditionFailure.init)
        default: nil
        }
    }

    /// The details of the problem, if the refused response describes it by RFC 9457.
    ///
    /// They are read each time. The error keeps its kind ``Kind-swift.enum/status(_:)``, unless the service reads an
    /// error of its own (``Service/serviceError(in:of:)``).
    public var problem: ProblemDetails? { response.flatMap { ProblemDetails($0) } }
}

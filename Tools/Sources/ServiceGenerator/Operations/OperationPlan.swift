import OpenAPIDocuments

/// A request that is generated for an operation.
struct OperationPlan {
    /// A parameter of the function.
    struct Parameter {
        /// The name in the document.
        var key: String
        /// The name in Swift.
        var name: String
        var place: APIParameter.Place
        var style: APIParameter.Style
        var explodes: Bool
        var isJSON: Bool
        /// The type with its optional.
        var type: SwiftType
        /// The default value as a Swift expression; `nil` for none.
        var defaultValue: String?
        var details: String?

        /// Whether callers must pass a value.
        var isRequired: Bool { defaultValue == nil && type.unwrapped == type }
    }

    /// The body of the request.
    enum Body {
        case json(SwiftType, contentType: String, isPatch: Bool)
        case form(SwiftType)
        case multipart([Part])
        case text(contentType: String)
        case lines(SwiftType)
        /// Bytes, a file or a stream.
        case raw(contentType: String)
    }

    /// A part of a multipart form.
    struct Part {
        var key: String
        var name: String
        var type: SwiftType
        /// The default value as a Swift expression; `nil` for none.
        var defaultValue: String?
        var details: String?
    }

    /// How the response is read.
    enum Reading: Equatable {
        case decoded, text, data, nothing
        /// A body that may be missing.
        case decodedOrEmpty
        /// Events, whose data has the type of the value.
        case events(isText: Bool)
        /// Lines with a value each.
        case lines
    }

    /// The operation in the document.
    var operation: APIOperation
    /// The tag or the first part of the path.
    var group: String
    /// The name of the function.
    var name: String
    var parameters: [Parameter]
    var body: Body?
    var isBodyOptional = false
    /// The type of the value.
    var value: SwiftType
    var reading: Reading
    /// The value of the field `Accept`, if it isn't the usual one for the reading.
    var accept: String?
    /// The statuses that are accepted besides 2xx.
    var furtherStatuses: [Int] = []
    /// The name of the parameter for the idempotency key; `nil` if there is none.
    var idempotencyKey: String?
    /// The types of documented errors.
    var errors: [SwiftType] = []

    /// The method and the path.
    var title: String { "\(operation.method.uppercased()) \(operation.path)" }

    /// The types that a request contains.
    var encodedTypes: [SwiftType] {
        switch body {
        case .json(let type, _, _), .form(let type), .lines(let type): parameters.map(\.type) + [type]
        case .multipart(let parts): parameters.map(\.type) + parts.map(\.type)
        case .text, .raw, nil: parameters.map(\.type)
        }
    }
}

/// An operation that can't be generated.
struct FailedOperation {
    var operation: APIOperation
    var group: String
    var name: String
    var error: DocumentError
}

import OpenAPIDocuments

/// A type that is generated.
struct Model {
    /// The forms of types.
    enum Form {
        /// A type whose members aren't known yet.
        case pending
        case structure(Structure)
        case openEnum(OpenEnum)
        case union(Union)
        /// A schema that can't be generated.
        case failed(DocumentError)
    }

    var name: String
    var form = Form.pending
    /// The description in the document.
    var details: String?
    /// The location of the schema.
    var location: TextLocation
    /// Whether requests contain it.
    var isEncoded = false
    /// Whether responses contain it.
    var isDecoded = false
    /// The form of the type in which requests can send null; `nil` if there is none.
    var patch: Patch?

    /// How the patch form of a type is generated.
    struct Patch {
        var name: String
        /// Whether the type is used in no other form.
        var isOnlyForm = false
    }

    /// The generated types that it names, in order.
    var parts: [Int] {
        switch form {
        case .pending, .openEnum, .failed: []
        case .structure(let structure):
            structure.properties.flatMap(\.type.models) + (structure.additional?.models ?? [])
        case .union(let union): union.cases.flatMap(\.type.models)
        }
    }
}

/// The members of a structure.
struct Structure {
    /// A property.
    struct Property {
        /// The name in the document.
        var key: String
        /// The name in Swift.
        var name: String
        /// The type without its optional.
        var type: SwiftType
        var isRequired: Bool
        var isNullable: Bool
        /// The only value that the document allows, as a Swift literal.
        var constant: String?
        /// Whether it is boxed, because it contains a value of the same type.
        var isBoxed = false
        var details: String?
        /// The default value, as text for a comment.
        var defaultText: String?

        /// The type with its optional.
        var fullType: SwiftType { type.optional(if: !isRequired || isNullable) }
    }

    var properties: [Property]
    /// The type of the properties that the document doesn't name; `nil` if they are ignored.
    var additional: SwiftType?
}

/// The values of an enumeration that may get others.
struct OpenEnum {
    /// A value.
    struct Case {
        var name: String
        /// The value as a Swift literal.
        var literal: String
        var details: String?
    }

    /// Whether the values are integers; otherwise they are strings.
    var isNumeric: Bool
    var cases: [Case]
}

/// The alternatives of a type.
struct Union {
    /// An alternative.
    struct Case {
        var name: String
        var type: SwiftType
        /// The members that a value of this alternative must have.
        var required: [String] = []
        /// The values of the discriminator that stand for it, as Swift literals.
        var values: [String] = []
        /// The kinds of JSON values that it can be.
        var kinds: Set<Kind>
    }

    /// The kinds of JSON values.
    enum Kind: String {
        case string, number, boolean, list, object, any
    }

    var cases: [Case]
    /// The member by which alternatives are told apart; `nil` if there is none.
    var discriminator: String?
    /// Whether the discriminator is a number.
    var isNumeric = false
    /// Whether several alternatives may fit, of which the first one counts.
    var takesFirst: Bool
    /// Whether it contains itself.
    var isIndirect = false
}

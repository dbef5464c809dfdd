/// The names that are in use in one scope.
struct NameTable {
    private var names: Set<String>

    /// Makes a table with names that can't be given.
    init(reserved: Set<String> = []) {
        names = reserved
    }

    /// Types that generated code uses without qualification. A nested type with the same name would hide them.
    static let reservedTypes: Set<String> = [
        "Any", "Array", "Bool", "BodyEncoder", "Boxed", "Candidates", "Codable", "CodingKey", "CodingKeys",
        "Credentials",
        "Data", "Date", "Day", "Decimal", "Decodable", "Decoder", "DecodingError", "Dictionary", "Double", "Encodable",
        "Encoder", "Error", "Fields", "FormEncoder", "FormFile", "FormPart", "HTTPField", "HTTPFields", "HTTPResponse",
        "Hashable", "Int", "Int64", "InternetDate", "JSON", "JSONEncoder", "JSONLines", "MemberKey", "MergePatchMember",
        "Never", "OAuth", "OpenNumber", "OpenText", "Optional", "PagedRequest", "PartList", "PathText", "Protocol",
        "Query", "QueryValue", "Request", "RequestBody", "RequestPath", "Response", "ResponseReading", "Result",
        "SecretNames", "Self", "Sendable", "Service", "ServiceError", "Set", "String", "Task", "Textual",
        "TextualNumber", "Type", "URL",
        "UUID", "Void",
    ]

    /// Returns a name that isn't in use: the given one, or else one with a suffix or a number.
    mutating func unique(_ name: String, suffix: String = "") -> String {
        if names.insert(name).inserted { return name }
        if !suffix.isEmpty, names.insert(name + suffix).inserted { return name + suffix }
        var number = 2
        while !names.insert("\(name)\(suffix)\(number)").inserted { number += 1 }
        return "\(name)\(suffix)\(number)"
    }
}

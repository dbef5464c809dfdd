package import HTTPTypes

extension HTTPFields {
    /// Returns the value of a field by a linear search. Fields are few, and the index that the subscript builds costs
    /// more. Several lines of one field are joined, as the subscript does.
    package func value(of name: HTTPField.Name) -> String? {
        var first: String?
        // Most names differ in their lengths already.
        let length = name.canonicalName.utf8.count
        for field in self where field.name.canonicalName.utf8.count == length && field.name == name {
            // More than one line is rare.
            guard first == nil else { return self[name] }
            first = field.value
        }
        return first
    }

    /// The number of bytes that `Content-Length` announces; `nil` without the field, and where it has no number (RFC
    /// 9110 §8.6).
    package var contentLength: Int? {
        value(of: .contentLength).flatMap { $0.isDecimal ? Int($0) : nil }
    }

    /// Joins the lines of `Cookie`: `HTTPFields` makes one of each cookie, and a request has all in one (RFC 6265bis
    /// §5.8.3).
    package mutating func joinCookies() {
        guard reduce(0, { $1.name == .cookie ? $0 + 1 : $0 }) > 1, let cookies = self[.cookie] else { return }
        self[fields: .cookie] = [HTTPField(name: .cookie, value: cookies)]
    }

    /// Adds a field unless one with its name exists.
    package mutating func add(_ name: HTTPField.Name, _ value: String) {
        // The subscript appends directly; `append` first replaces an empty range of the list.
        if !contains(name) { self[name] = value }
    }
}

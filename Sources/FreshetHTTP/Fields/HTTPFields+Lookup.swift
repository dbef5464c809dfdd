package import HTTPTypes

extension HTTPFields {
    /// Returns the value of a field, using a linear search. There are few fields, and the index
    /// that the subscript builds costs more. Several lines of a field are joined, as in the
    /// subscript.
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

    /// The number of bytes that `Content-Length` announces; `nil` if the field is missing or isn't
    /// a number (RFC 9110 §8.6).
    package var contentLength: Int? {
        value(of: .contentLength).flatMap { $0.isDecimal ? Int($0) : nil }
    }

    /// Joins the lines of `Cookie` into one. `HTTPFields` makes a line for each cookie, but a
    /// request has a single line (RFC 6265bis §5.8.3).
    package mutating func joinCookies() {
        guard reduce(0, { $1.name == .cookie ? $0 + 1 : $0 }) > 1, let cookies = self[.cookie] else { return }
        self[fields: .cookie] = [HTTPField(name: .cookie, value: cookies)]
    }

    /// Adds a field unless there is one with the same name.
    package mutating func add(_ name: HTTPField.Name, _ value: String) {
        // The subscript appends directly; `append` first replaces an empty range of the list.
        if !contains(name) { self[name] = value }
    }
}

package import HTTPTypes

extension HTTPFields {
    /// The value of a field, read off the fields themselves: they are few, and the index that the subscript makes costs more than
    /// looking at each. Several lines of one field are joined, as the subscript does.
    package func value(of name: HTTPField.Name) -> String? {
        var first: String?
        for field in self where field.name == name {
            // More than one line is rare.
            guard first == nil else { return self[name] }
            first = field.value
        }
        return first
    }

    /// Joins the lines of `Cookie`: `HTTPFields` makes one of each cookie, and a request has all in one (RFC 6265bis §5.8.3).
    mutating func joinCookies() {
        guard reduce(0, { $1.name == .cookie ? $0 + 1 : $0 }) > 1, let cookies = self[.cookie] else { return }
        self[fields: .cookie] = [HTTPField(name: .cookie, value: cookies)]
    }

    /// Adds a field unless there is one of its name.
    mutating func add(_ name: HTTPField.Name, _ value: String) {
        // The subscript appends at once; `append` replaces an empty part of the list.
        if !contains(name) { self[name] = value }
    }
}

/// A user name and its password.
struct CurlUser: Sendable, Hashable {
    let name: String
    /// The password; `nil` if curl would ask for it.
    let password: String?

    init(name: String, password: String?) {
        self.name = name
        self.password = password
    }

    /// Reads a text such as `ann:secret`.
    init(_ text: String) {
        let pair = text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        self.init(name: pair[0], password: pair.count == 2 ? pair[1] : nil)
    }
}

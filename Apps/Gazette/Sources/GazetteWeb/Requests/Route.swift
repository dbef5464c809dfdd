import HTTPTypes
import LivePages
import ReaderStorage

/// A route of the web app: its method and path, and what applies to each request before its handler runs.
struct Route: Sendable {
    /// Who may request it.
    enum Access: Sendable {
        /// Everybody. The response depends on nobody, so that no account is looked up.
        case open
        /// Everybody, since it is part of signing in.
        case signIn
        /// Who may read: everybody, or those with an account.
        case readers
        /// Who has an account: others are led to the sign-in.
        case account
        /// Administrators: for others it does not exist.
        case administrators
    }

    /// What a response contains of what is stored of its reader.
    enum Contents: Sendable {
        case forAll
        /// Parts of it are the reader's, and a guest gets the rest.
        case partlyPersonal
        /// Without an account that can be read, it has nothing to show.
        case personal
    }

    /// Makes the view at an address; `nil` if there is none.
    typealias View = @Sendable (_ address: PageAddress, _ values: [String]) -> PageMaker?

    let method: HTTPRequest.Method
    /// The path, whose variable parts have names: `/hn/item/{id}`.
    let path: String
    let access: Access
    let contents: Contents
    /// Whether a page of this site has to send the request.
    let isOwn: Bool
    /// The longest form or body, in bytes.
    let limit: Int
    /// Whether a request changes something that its reader would see, such as what is read: no browser may prefetch it.
    let marks: Bool
    /// Whether the variable parts are secrets, which no log may contain.
    let isSecret: Bool
    /// The style sheets and scripts of its page.
    let files: PageFiles
    let view: View?

    /// The parts of the path; `nil` for a variable one.
    let parts: [String?]

    /// A route that reads something: by default for readers, and of contents for all.
    static func get(
        _ path: String, _ access: Access = .readers, _ contents: Contents = .forAll, isOwn: Bool = false,
        marks: Bool = false, isSecret: Bool = false, files: PageFiles = .contents, view: View? = nil
    ) -> Route {
        Route(
            .get, path, access, contents, isOwn: isOwn, limit: 0, marks: marks, isSecret: isSecret, files: files,
            view: view)
    }

    /// A route that changes something: by default for readers, and from a page of this site.
    static func post(
        _ path: String, _ access: Access = .readers, _ contents: Contents = .forAll, isOwn: Bool = true,
        limit: Int = 32_768, isSecret: Bool = false
    ) -> Route {
        Route(
            .post, path, access, contents, isOwn: isOwn, limit: limit, marks: true, isSecret: isSecret,
            files: .contents, view: nil)
    }

    private init(
        _ method: HTTPRequest.Method, _ path: String, _ access: Access, _ contents: Contents, isOwn: Bool, limit: Int,
        marks: Bool, isSecret: Bool, files: PageFiles, view: View?
    ) {
        self.method = method
        self.path = path
        self.access = access
        self.contents = contents
        self.isOwn = isOwn
        self.limit = limit
        self.marks = marks
        self.isSecret = isSecret
        self.files = files
        self.view = view
        parts = path.split(separator: "/").map { $0.hasPrefix("{") ? nil : String($0) }
    }

    /// Returns the variable parts of a path, decoded; `nil` if it is none of the route's.
    func values(_ path: [String]) -> [String]? {
        guard path.count == parts.count else { return nil }
        var values: [String] = []
        for (part, text) in zip(parts, path) {
            if let part {
                guard part == text else { return nil }
            } else {
                values.append(text)
            }
        }
        return values
    }
}

import HTTPTypes
import LivePages
import ReaderStorage

/// A route of the web app: its method and path, and what applies to each request before its handler runs.
struct Route: Sendable {
    /// Who may request it.
    enum Access: Sendable {
        /// Anyone. The response is the same for every reader, so no account is looked up.
        case open
        /// Anyone, since it is part of signing in.
        case signIn
        /// Anyone, or readers with an account, as the settings of accounts say.
        case readers
        /// Readers with an account; others are redirected to the sign-in page.
        case account
        /// Administrators; for others the address does not exist.
        case administrators
    }

    /// Whether a response contains data that is stored for its reader.
    enum Contents: Sendable {
        case forAll
        /// The feeds of a reader who has any are shown beside it.
        case withFeeds
        /// Parts of it are; a guest gets the rest.
        case partlyPersonal
        /// All of it is.
        case personal
    }

    /// Makes the view at an address; `nil` if there is none.
    typealias View = @Sendable (_ address: PageAddress, _ values: [String]) -> PageMaker?

    let method: HTTPRequest.Method
    /// The path, whose variable parts have names: `/hn/item/{id}`.
    let path: String
    let access: Access
    let contents: Contents
    /// Whether only pages of this site may send the request.
    let isOwn: Bool
    /// The longest form or body, in bytes. A handler that reads the body itself asks for it.
    let limit: Int
    /// Whether a request changes something that its reader sees, such as what is read. No browser may prefetch it.
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

    /// Returns the variable parts of a path; `nil` if the path does not match.
    func values(_ path: [String]) -> [String]? {
        guard matches(path) else { return nil }
        var values: [String] = []
        for (part, text) in zip(parts, path) where part == nil { values.append(text) }
        return values
    }

    /// Whether a path, in its parts, is one of the route.
    func matches(_ path: [String]) -> Bool {
        path.count == parts.count && zip(parts, path).allSatisfy { $0 == nil || $0 == $1 }
    }
}

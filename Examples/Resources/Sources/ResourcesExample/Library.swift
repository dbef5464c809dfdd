import Freshet
import FreshetResources
import FreshetTesting

// The service and its requests. Tags mark the responses that contain the same book.

struct Library: Service {
    let baseURL = "https://library.example/v1"
}

struct Book: Codable, Sendable, Identifiable, Equatable {
    var id: Int
    var title: String
}

struct Shelf: Codable, Sendable {
    var books: [Book]
    var hasNext: Bool
}

extension PagedRequest where API == Library, Page == Shelf {
    static var shelf: Self { .numbered(Request("shelf")) { $0.hasNext } }
}

extension Request where API == Library, Value == [Book] {
    static var books: Self { Request("books").tagged { books in books.map { .id("book", $0.id) } } }
    static func search(_ text: String) -> Self { Request("search", query: ["text": text]) }
}

extension Request where API == Library, Value == Book {
    static func book(_ id: Int) -> Self { Request("books/\(id)").tagged(.id("book", id)) }
    static func rename(_ id: Int, to title: String) -> Self {
        Request("books/\(id)", method: .patch, body: .json(["title": title]))
    }
}

/// The gates that hold responses, so that the state before a response can be printed.
let held = ["sol": Gate(), "kin": Gate(), "edit": Gate()]

/// A stub of the server: its responses are fresh for a minute, and it refuses every edit with status 422.
let server = StubTransport { request in
    let path = request.head.path ?? ""
    if request.head.method != .get { await held["edit"]?.wait() }
    await held[String(path.suffix(3))]?.wait()
    let body =
        switch path {
        case "/v1/books": #"[{"id":1,"title":"Kindred"},{"id":2,"title":"Solaris"}]"#
        case "/v1/shelf": #"{"books":[{"id":1,"title":"Kindred"}],"hasNext":true}"#
        case "/v1/shelf?page=2": #"{"books":[{"id":2,"title":"Solaris"}],"hasNext":false}"#
        case "/v1/search?text=sol": #"[{"id":2,"title":"Solaris"}]"#
        case "/v1/search?text=kin": #"[{"id":1,"title":"Kindred"}]"#
        default: #"{"id":2,"title":"Solaris"}"#
        }
    return request.head.method == .get ? .json(body, headers: [.cacheControl: "max-age=60"]) : .status(422)
}

import Foundation
import Freshet
import FreshetSQLite
import HTTPTypes

// A client with a cache behind a protocol of lines, for scripts/proof/cache-tests.mjs: CacheClient BASE-URL [FILE].
// The cache is in FILE, or in memory. Each line of the standard input is a call, and each line of the standard output
// is what a call ended with, in the order in which the calls end:
//
//     {"id": 1, "method": "GET", "path": "/a?b", "fields": [["Accept", "text/plain"]], "body": "…", "cache": "reload"}
//     {"id": 1, "status": 200, "fields": [["Age", "3"]], "body": "<Base64>", "interim": [[103, [["Link", "…"]]]]}
//     {"id": 1, "error": "connection_lost"}
#if SQLite
struct Origin: Service {
    let baseURL: String
}

struct Line: Decodable, Sendable {
    let id: Int
    let method: String
    let path: String
    let fields: [[String]]
    let body: String?
    /// The mode of `fetch`, where it is not the default (WHATWG Fetch, the cache mode of a request).
    let cache: String?
}

struct Ending: Encodable {
    struct Interim: Encodable {
        let status: Int
        let fields: [[String]]

        func encode(to encoder: any Encoder) throws {
            var list = encoder.unkeyedContainer()
            try list.encode(status)
            try list.encode(fields)
        }
    }

    let id: Int
    var status: Int?
    var fields: [[String]]?
    var body: Data?
    var interim: [Interim]?
    var error: String?

    init(_ id: Int, _ response: Response<Data>) {
        self.id = id
        status = response.head.status.code
        fields = Self.pairs(response.head.headerFields)
        body = response.value
        interim = response.interim.map { Interim(status: $0.status.code, fields: Self.pairs($0.headerFields)) }
    }

    init(_ id: Int, _ error: FetchError) {
        self.id = id
        self.error = error.code
    }

    private static func pairs(_ fields: HTTPFields) -> [[String]] { fields.map { [$0.name.rawName, $0.value] } }
}

/// Makes a call as a line describes it.
func call(_ line: Line, by client: Client<Origin>) async -> Ending {
    let method = HTTPRequest.Method(line.method) ?? .get
    var request = Request<Origin, Data>(
        RequestPath(line.path), method: method, body: line.body.map { .bytes(Data($0.utf8), contentType: nil) }
    )
    .accepting(.any).redirecting(.manual).sharing(.never)
    for field in line.fields {
        guard let name = HTTPField.Name(field[0]) else { continue }
        // A field that comes twice is one list.
        let before = request.headers[name].map { "\($0), " } ?? ""
        request = request.header(name, before + field[1])
    }
    switch line.cache {
    case "no-cache": request = request.caching(.revalidate)
    case "reload": request = request.caching(.reload)
    case "no-store": request = request.caching(.bypass)
    default: break
    }
    do throws(FetchError) {
        return Ending(line.id, try await client.response(for: request))
    } catch {
        return Ending(line.id, error)
    }
}

let arguments = CommandLine.arguments
let store: any CacheStore =
    arguments.count > 2 ? SQLiteCacheStore(file: URL(filePath: arguments[2])) : MemoryCacheStore()
let client = Client(
    Origin(baseURL: arguments[1]), transport: DefaultTransport.shared, cache: HTTPCache(store: store), retry: .never)
let output = FileHandle.standardOutput
await withTaskGroup(of: Void.self) { group in
    while let text = readLine() {
        guard let line = try? JSONDecoder().decode(Line.self, from: Data(text.utf8)) else { continue }
        group.addTask {
            let ending = await call(line, by: client)
            // One write for each line, so that no two lines mix.
            guard let data = try? JSONEncoder().encode(ending) else { return }
            output.write(data + Data("\n".utf8))
        }
    }
}
#endif

import FreshetCore
import FreshetHTTP
import HTTPTypes
import Testing

/// A case under an id of the public suite of HTTP caches (https://cache-tests.fyi), in our own words: what a server
/// sends to the requests of a client with a cache, and what the client has to make of it.
///
/// The suite knows three kinds of cases. What is *required* is a rule of HTTP. What is *optimal* spares requests, or
/// time. A *check* is a question that a cache may answer either way.
struct PublicCase: Sendable, CustomTestStringConvertible {
    enum Kind: String {
        case required, optimal, check
    }

    /// Where a response comes from.
    enum Source {
        /// Nothing is asked of it.
        case any
        /// From the cache, with no request before it.
        case stored
        /// From the server.
        case sent
        /// From the cache, after a conditional request that the server answers with 304.
        case confirmed
        /// There is none: the call fails.
        case none
    }

    struct Step: Sendable {
        var method = HTTPRequest.Method.get
        var path = "case"
        /// The fields of the request, as lines.
        var fields: [String] = []
        var policy = CachePolicy.automatic
        /// The seconds that pass before the request.
        var seconds = 0
        /// The seconds that the server takes.
        var delay = 0
        /// What the server would respond with. It ends the connection instead where the status is 0.
        var status = 200
        var response: [String] = []
        var body = "body"
        /// Fields of interim responses, each with the status 103.
        var interim: [HTTPFields] = []

        var source = Source.any
        /// The status that the caller gets; `nil` for that of the server.
        var shownStatus: Int?
        /// The body that the caller gets; `nil` for any.
        var shownBody: String?
        /// Lines of fields that the response has for the caller.
        var has: [String] = []
        /// Names of fields that it has not.
        var lacks: [String] = []
        /// Lines of fields that the server sees.
        var arrives: [String] = []
        /// The least age that the response reports, in seconds.
        var leastAge: Int?
        /// How many interim responses the caller sees.
        var interimCount: Int?
    }

    let id: String
    let kind: Kind
    /// The section that the case is about.
    let section: String
    let steps: [Step]
    /// The place of the case: the file in this folder, and the line.
    let place: String

    /// `./prove` reads the parts from the report of a test run.
    var testDescription: String { "\(id) | \(kind.rawValue) | \(section) | \(place)" }
}

/// Cases of one topic, which are added in turn.
struct PublicCases {
    private(set) var all: [PublicCase] = []
    /// The section of the cases that follow.
    var section: String
    private let file: String

    init(_ section: String, file: String = #fileID) {
        self.section = section
        self.file = file.split(separator: "/").last.map(String.init) ?? file
    }

    mutating func add(_ kind: PublicCase.Kind, _ id: String, _ steps: [PublicCase.Step], line: Int) {
        all.append(PublicCase(id: id, kind: kind, section: section, steps: steps, place: "\(file):\(line)"))
    }

    // MARK: - The same request twice, three seconds apart; the response has these fields both times

    mutating func required(_ id: String, _ source: PublicCase.Source, _ fields: String..., line: Int = #line) {
        add(.required, id, Self.twice(source, fields), line: line)
    }

    mutating func optimal(_ id: String, _ source: PublicCase.Source, _ fields: String..., line: Int = #line) {
        add(.optimal, id, Self.twice(source, fields), line: line)
    }

    mutating func check(_ id: String, _ source: PublicCase.Source, _ fields: String..., line: Int = #line) {
        add(.check, id, Self.twice(source, fields), line: line)
    }

    private static func twice(_ source: PublicCase.Source, _ fields: [String]) -> [PublicCase.Step] {
        [.first(fields), .then(source, gives: fields)]
    }

    // MARK: - Any steps

    mutating func required(_ id: String, _ steps: PublicCase.Step..., line: Int = #line) {
        add(.required, id, steps, line: line)
    }

    mutating func optimal(_ id: String, _ steps: PublicCase.Step..., line: Int = #line) {
        add(.optimal, id, steps, line: line)
    }

    mutating func check(_ id: String, _ steps: PublicCase.Step..., line: Int = #line) {
        add(.check, id, steps, line: line)
    }
}

extension PublicCase.Step {
    /// The first request of a case, whose response has these fields.
    static func first(_ response: [String], asks fields: [String] = [], status: Int = 200) -> Self {
        Self(fields: fields, status: status, response: response)
    }

    /// A request three seconds later.
    static func then(
        _ source: PublicCase.Source, asks fields: [String] = [], gives response: [String] = [], after seconds: Int = 3
    ) -> Self {
        Self(fields: fields, seconds: seconds, response: response, source: source)
    }

    /// Returns the step with a change.
    func with<Value>(_ property: WritableKeyPath<Self, Value>, _ value: Value) -> Self {
        var step = self
        step[keyPath: property] = value
        return step
    }
}

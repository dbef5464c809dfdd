import ArgumentParser
import Foundation
import Freshet
import FreshetTapes
import HTTPTypes
import ReaderStorage
import Synchronization

/// The command `gazette tape` with its subcommands.
struct TapeCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tape",
        abstract: "Show, check and shorten recordings of requests (HAR files).",
        usage: """
            gazette headlines --record FILE
            gazette headlines --replay FILE
            gazette tape show FILE
            gazette tape curl FILE 1
            gazette tape check FILE
            gazette tape trim FILE --only 1,3-5
            """,
        discussion: """
            A tape is a HAR file of requests and responses, as written by --record, or saved by a browser or proxy.
            """,
        subcommands: [Show.self, Curl.self, Check.self, Trim.self])

    /// The file of a tape.
    struct File: ParsableArguments {
        @Argument(help: ArgumentHelp("The HAR file.", valueName: "file"))
        var file: String

        func tape() throws -> Tape { try TapeFile.read(file) }
    }
}

/// The files of tapes.
enum TapeFile {
    /// Reads the file of a tape.
    ///
    /// - Throws: The failure of the command.
    static func read(_ path: String) throws(Failure) -> Tape {
        do { return try Tape(contentsOf: URL(filePath: path)) } catch let error as TapeError {
            throw Failure(.unreadable, "\(path) isn't a tape. \(error.reason)")
        } catch { throw Failure(.usage, "The file \(path) can't be read. \(FileProblem.text(error))") }
    }

    /// Writes the file of a tape.
    ///
    /// - Throws: The failure of the command.
    static func write(_ tape: Tape, to path: String) throws(Failure) {
        do { try tape.write(to: URL(filePath: path)) } catch {
            throw Failure(.unwritable, "The file \(path) can't be written. \(FileProblem.text(error))")
        }
    }
}

// MARK: - Show

extension TapeCommand {
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "show", abstract: "List the entries of a tape.",
            discussion: """
                If the output isn't a terminal, it prints one entry per line: number, method, status or failure, \
                bytes, milliseconds and address, separated by tabs.
                """)

        @OptionGroup var tape: File
        @OptionGroup var output: OutputOptions

        struct Record: Encodable {
            let number: Int
            let method: String
            let outcome: String
            let bytes: Int
            let milliseconds: Int
            let url: String
        }

        func run() throws {
            let records = try tape.tape().entries.enumerated().map { index, entry in
                Record(
                    number: index + 1, method: entry.request.method.rawValue, outcome: entry.outcome,
                    bytes: entry.response?.body?.size ?? 0, milliseconds: Int(entry.duration / .milliseconds(1)),
                    url: entry.request.url)
            }
            try Results(entries: records).write(output)
        }
    }
}

extension Tape.Entry {
    /// The status, or what failed.
    fileprivate var outcome: String {
        let status = response.map { "\($0.head.status.code)" }
        return [status, failure?.code].compactMap(\.self).joined(separator: " ")
    }
}

extension Results where Record == TapeCommand.Show.Record {
    init(entries: [Record]) {
        records = entries
        emptyNote = "The tape has no entries."
        table = Table(
            columns: [
                .init(title: "NO", width: .upTo(5), isEssential: true), .init(title: "METHOD", width: .upTo(8)),
                .init(title: "STATUS", width: .upTo(24), isEssential: true),
                .init(title: "BYTES", width: .upTo(9), isDim: true), .init(title: "MS", width: .upTo(7), isDim: true),
                .init(title: "ADDRESS", width: .rest(weight: 1), isEssential: true),
            ],
            rows: entries.map { entry in
                [
                    .init(String(entry.number)), .init(entry.method), .init(entry.outcome), .init(String(entry.bytes)),
                    .init(String(entry.milliseconds)), .init(entry.url),
                ]
            })
    }
}

// MARK: - Curl

extension TapeCommand {
    struct Curl: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "curl", abstract: "Print a request as a curl command for a POSIX shell.",
            discussion: "Secrets are shell variables, such as $AUTHORIZATION, which you have to set.")

        @OptionGroup var tape: File
        @Argument(help: "The number of the entry, as `gazette tape show` lists it.")
        var number: Int

        func run() async throws {
            let entries = try tape.tape().entries
            guard entries.indices.contains(number - 1) else {
                throw Failure(
                    .usage, "The tape has \(entries.count) entries. Choose a number from 1 to \(entries.count).")
            }
            Output.print(try await Self.command(for: entries[number - 1].request))
        }

        /// - Throws: The failure for a request that no command line can hold.
        static func command(for request: Tape.Request) async throws -> String {
            let texts = [request.url] + request.fields.map(\.value)
            if request.body?.data.contains(0) == true || texts.contains(where: { $0.utf8.contains(0) }) {
                throw Failure(.usage, "The request contains a NUL byte, which a command line can't contain.")
            }
            if request.body?.isCut == true {
                throw Failure(.usage, "The tape has only part of the request's body.")
            }
            guard let start = request.url.firstRange(of: "://") else {
                throw Failure(.unreadable, "The entry has no http or https address.")
            }
            let rest = request.url[start.upperBound...].prefix { $0 != "#" }
            let path = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
            let target = rest[path...].hasPrefix("/") ? String(rest[path...]) : "/\(rest[path...])"
            let head = HTTPRequest(
                method: request.method, scheme: String(request.url[..<start.lowerBound]),
                authority: String(rest[..<path]), path: target, headerFields: request.fields)
            let line = LineOfCurl()
            let log = WireLog(around: line, style: .curl, bodyLimit: .max, write: line.write)
            let body = request.body.map { TransportRequest.Body.bytes($0.data) }
            _ = try? await log.send(TransportRequest(head: head, body: body))
            return line.text
        }
    }
}

/// A transport that sends nothing, and the line that is logged.
private final class LineOfCurl: Transport {
    private let line = Mutex("")

    var text: String { line.withLock { $0 } }

    @Sendable func write(_ text: String) { line.withLock { $0 = text } }

    func send(_ request: TransportRequest) async throws(FetchError) -> TransportResponse { throw .cancelled }
}

// MARK: - Check

extension TapeCommand {
    struct Check: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "check", abstract: "Look for secrets and for missing response bodies in a tape.",
            discussion: """
                The exit code is 65 if there are secrets; `gazette tape trim` replaces them. It also names texts that \
                only look like secrets: long random texts, JSON Web Tokens and e-mail addresses. Check them before you \
                share the tape.
                """)

        @OptionGroup var tape: File

        func run() throws {
            let tape = try tape.tape()
            let redacted = tape.redacted()
            var secrets = 0
            for (index, pair) in zip(tape.entries, redacted.entries).enumerated() {
                let places = pair.0.changedPlaces(pair.1)
                let entry = "Entry \(index + 1), \(pair.1.request.method.rawValue) \(pair.1.request.url)"
                if !places.isEmpty {
                    secrets += 1
                    Output.print(TerminalText.field("\(entry): secrets in \(places.joined(separator: ", "))"))
                }
                for (place, suspects) in pair.1.suspects {
                    let texts = suspects.descriptions.joined(separator: ", ")
                    Output.print(TerminalText.field("\(entry): check \(texts) in \(place)"))
                }
                if let response = pair.0.response, response.body == nil || response.body?.isCut == true {
                    Output.print(TerminalText.field("\(entry): the body is missing or incomplete"))
                }
            }
            let count = tape.entries.count
            Output.print("\(count) \(count == 1 ? "entry" : "entries"), \(secrets) with secrets.")
            if secrets > 0 { throw ExitCode(ExitStatus.unreadable.rawValue) }
        }
    }
}

extension Tape.Entry {
    /// What differs in another entry.
    fileprivate func changedPlaces(_ other: Tape.Entry) -> [String] {
        var places: [String] = []
        if request.url != other.request.url { places.append("the address") }
        if request.fields != other.request.fields { places.append("the request's header fields") }
        if request.body != other.request.body { places.append("the request's body") }
        if response?.head.headerFields != other.response?.head.headerFields {
            places.append("the response's header fields")
        }
        if response?.body != other.response?.body { places.append("the response's body") }
        return places
    }
}

// MARK: - Trim

extension TapeCommand {
    struct Trim: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "trim", abstract: "Remove entries from a tape, and replace its secrets.")

        @OptionGroup var tape: File

        @Option(help: ArgumentHelp("Keep these entries, such as 1,3-5.", valueName: "numbers"))
        var only: String?

        @Option(help: ArgumentHelp("Keep the entries whose address contains this text.", valueName: "text"))
        var matching: String?

        @Option(help: ArgumentHelp("Write to this file instead of the same one.", valueName: "file"))
        var output: String?

        func run() throws {
            var tape = try tape.tape()
            let count = tape.entries.count
            let numbers = try only.map { try Self.numbers($0, upTo: count) }
            tape.entries = zip(1..., tape.entries).filter { number, entry in
                numbers?.contains(number) ?? true && matching.map(entry.request.url.contains) ?? true
            }.map(\.1)
            let file = output ?? self.tape.file
            try TapeFile.write(tape.redacted(), to: file)
            Output.note("\(file) now has \(tape.entries.count) of \(count) entries.")
        }

        static func numbers(_ text: String, upTo count: Int) throws(Failure) -> Set<Int> {
            var numbers: Set<Int> = []
            for part in text.split(separator: ",") {
                let ends = part.split(separator: "-", omittingEmptySubsequences: false).map { Int($0) }
                guard ends.count <= 2, let first = ends[0], let last = ends[ends.count - 1], first >= 1, first <= last,
                    last <= count
                else { throw Failure(.usage, "--only takes numbers from 1 to \(count), such as 1,3-5.") }
                numbers.formUnion(first...last)
            }
            return numbers
        }
    }
}

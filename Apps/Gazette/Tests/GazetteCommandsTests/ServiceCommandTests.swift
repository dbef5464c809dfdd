import Foundation
import Freshet
import FreshetTesting
import Testing

@testable import GazetteCommands

/// The commands of movies, Hacker News, meals and people, as a user runs them on the emulator.
@Suite(.timeLimit(.minutes(5)))
struct ServiceCommandTests {
    private func run(
        _ arguments: [String], environment: [String: String] = [:]
    ) async throws -> RunningCommand.Outcome {
        try await Command.run(arguments, environment: environment)
    }

    private func records(_ arguments: [String]) async throws -> [[String: Any]] {
        let outcome = try await run(arguments + ["--json"])
        #expect(outcome.code == 0)
        return try #require(try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [[String: Any]])
    }

    /// The number of the first story of the front page.
    private func topStory() async throws -> String {
        let id = try #require(try await records(["hn", "top", "--limit", "1"]).first?["id"] as? Int)
        return String(id)
    }

    @Test(
        "Each list prints content, and as JSON an array with titles",
        arguments: [
            ["movies", "now-playing"], ["movies", "popular"], ["movies", "upcoming"], ["movies", "top-rated"],
            ["movies", "search", "the"], ["movies"], ["hn", "top"], ["hn", "new"], ["hn", "best"], ["hn", "ask"],
            ["hn", "show"], ["hn", "jobs"], ["hn", "search", "rust"], ["hn"], ["meals", "categories"],
            ["meals", "areas"], ["meals", "list", "--category", "pasta"], ["meals", "list", "--area", "Italian"],
            ["meals", "list", "--ingredient", "garlic"], ["meals", "search", "chicken"], ["meals"], ["people"],
            ["people", "--filter", "antonette"],
        ])
    func lists(arguments: [String]) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.code == 0)
        #expect(!outcome.lines.isEmpty)
        #expect(outcome.lines.allSatisfy { !$0.hasPrefix("\t") })
        #expect(outcome.error.isEmpty)
        let records = try await records(arguments)
        #expect(records.count == outcome.lines.count)
        #expect(records.allSatisfy { ($0["title"] as? String)?.isEmpty == false })
    }

    @Test(
        "One thing prints its facts, and as JSON an array of one",
        arguments: [["movie", "10007"], ["meal", "52764"], ["meals", "random"], ["people", "3"]])
    func details(arguments: [String]) async throws {
        let outcome = try await run(arguments)
        #expect(outcome.code == 0)
        #expect(outcome.lines.first?.hasPrefix("title\t") == true)
        #expect(outcome.lines.count > 4)
        let records = try await records(arguments)
        #expect(records.count == 1)
        #expect(records[0]["title"] is String)
    }

    @Test func aMoviesDetailsHoldWhatWasAppended() async throws {
        let movie = try #require(try await records(["movie", "10007"]).first)
        #expect((movie["cast"] as? [Any])?.isEmpty == false)
        #expect((movie["recommendations"] as? [Any])?.isEmpty == false)
        #expect((movie["url"] as? String) == "https://www.themoviedb.org/movie/10007")
    }

    @Test func pagesFollowEachOtherWithoutRepeats() async throws {
        // Neighbouring pages of this list of the service repeat an entry.
        let whole = try await run(["movies", "popular", "--limit", "60"])
        let first = try await run(["movies", "popular", "--limit", "30"])
        let second = try await run(["movies", "popular", "--limit", "30", "--page", "2"])
        #expect(whole.lines == first.lines + second.lines)
        #expect(Set(whole.lines).count == 60)
    }

    @Test func aThreadIsIndentedAndNested() async throws {
        let id = try await topStory()
        let outcome = try await run(["hn", "item", id])
        let fields = outcome.lines.map { $0.split(separator: "\t", omittingEmptySubsequences: false) }
        #expect(fields.allSatisfy { $0.count == 5 })
        #expect(fields.first?.first == "0")
        #expect(fields.dropFirst().allSatisfy { Int($0[0]) ?? 0 >= 1 })
        let flat = try await run(["hn", "item", id, "--depth", "1"])
        #expect(flat.lines.dropFirst().allSatisfy { $0.hasPrefix("1\t") })
        let item = try #require(try await records(["hn", "item", id]).first)
        #expect((item["comments"] as? [[String: Any]])?.isEmpty == false)
    }

    @Test func aUserIsPrintedWithWhatTheyWrote() async throws {
        let story = try #require(try await records(["hn", "top", "--limit", "1"]).first)
        let name = try #require(story["by"] as? String)
        let user = try #require(try await records(["hn", "user", name, "--limit", "3"]).first)
        #expect(user["title"] as? String == name)
        #expect((user["submissions"] as? [Any])?.isEmpty == false)
    }

    @Test func watchingPrintsOneStoryALine() async throws {
        let outcome = try await run(["hn", "watch", "--existing", "--limit", "2", "--json"])
        #expect(outcome.code == 0)
        #expect(outcome.lines.count == 2)
        for line in outcome.lines {
            let story = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
            #expect(story?["title"] is String)
        }
    }

    @Test(
        "Errors carry the service's own message, their exit code and nothing on standard output",
        arguments: [
            (["movies", "popular"], ["TMDB_KEY": "invalid"], 77, "Invalid API key"),
            (["movies", "popular"], ["TMDB_KEY": "suspended"], 77, "rejects the key"),
            (["movies", "popular"], ["TMDB_KEY": "limited"], 75, "over the allowed limit"),
            (["movies", "popular"], ["TMDB_KEY": "offline"], 69, "temporarily offline"),
            (["movies", "popular"], ["TMDB_KEY": "broken"], 69, "can't respond at the moment"),
            (["movie", "99"], [:], 64, "could not be found"),
            (["movies", "search", " "], [:], 64, "for examples"),
            (["hn", "item", "1"], [:], 64, "no item 1"),
            (["hn", "user", "nobody-here"], [:], 64, "no user nobody-here"),
            (["meal", "1"], [:], 64, "no meal 1"), (["meal", "xx"], [:], 64, "only digits"),
            (["meals", "categories"], ["THEMEALDB_KEY": "invalid"], 64, "404"),
            (["meals", "categories"], ["THEMEALDB_KEY": "limited"], 75, "429"),
            (["meals", "list"], [:], 64, "Use exactly one of"), (["people", "99"], [:], 64, "no person 99"),
            (["people", "1", "--filter", "x"], [:], 64, "can't be combined"),
        ] as [([String], [String: String], Int32, String)])
    func errors(arguments: [String], environment: [String: String], code: Int32, text: String) async throws {
        let isUsage = environment.isEmpty
        let outcome = try await run(arguments + (isUsage ? [] : ["--emulator"]), environment: environment)
        #expect(outcome.code == code)
        #expect(outcome.output.isEmpty)
        #expect(outcome.error.contains(text))
    }

    @Test func theDoctorAsksEveryServiceAndEndsWithTheFirstFailure() async throws {
        let healthy = try await run(["doctor"])
        #expect(healthy.code == 0)
        #expect(healthy.lines.count == ReaderService.allCases.count)
        let ill = try await run(["doctor", "--emulator", "--json"], environment: ["TMDB_KEY": "invalid"])
        #expect(ill.code == 77)
        let findings = try JSONSerialization.jsonObject(with: Data(ill.output.utf8)) as? [[String: Any]]
        #expect(findings?.count { $0["isWorking"] as? Bool == false } == 1)
    }

    @Test func anUnreachableServiceIsNamed() async throws {
        for arguments in [["hn", "top"], ["movies", "popular"], ["meals", "areas"], ["people"]] {
            let outcome = try await run(arguments + ["--base-url", "http://127.0.0.1:9"])
            #expect(outcome.code == 69)
            #expect(outcome.error.contains("127.0.0.1"))
        }
    }

    @Test("Lines are folded between words, and no wider than they may be", arguments: [12, 20, 40, 100])
    func wrapping(width: Int) {
        let text =
            "A quiet place by the sea, " + String(repeating: "日本語", count: 12) + " and an-extraordinarily-long-word"
        let lines = TerminalText.wrapped(text, to: width)
        #expect(lines.allSatisfy { TerminalText.width($0) <= width })
        #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
}

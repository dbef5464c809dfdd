import Foundation
import HTTPTypes
import Testing

@testable import Emulator

@Suite struct HackerNewsCorpusTests {
    private let corpus = HackerNews.corpus

    private func corpus(after seconds: Double) -> HackerNewsCorpus {
        HackerNewsCorpus(at: HackerNews.minute.addingTimeInterval(seconds))
    }

    @Test("It is large on every day", arguments: [0, 1, 2, 3, 30, 365])
    func size(day: Int) {
        let corpus = corpus(after: Double(day) * 86_400 + Double(day) * 3671)
        #expect(corpus.stories.count >= 500)
        #expect(corpus.items.count - corpus.stories.count >= 2000)
        let kindsOfStories = Set(corpus.stories.map(\.kind))
        #expect(kindsOfStories == ["story", "job", "poll"])
        let kinds = Set(corpus.items.values.map(\.kind))
        #expect(kinds == ["story", "job", "poll", "pollopt", "comment"])
    }

    @Test func theSameClockHasTheSameItems() {
        let again = corpus(after: 0)
        #expect(again.items.mapValues(\.json) == corpus.items.mapValues(\.json))
        #expect(again.stories.map(\.id) == corpus.stories.map(\.id))
        for name in ["topstories", "beststories", "newstories"] { #expect(again.list(name) == corpus.list(name)) }
        #expect(again.updates == corpus.updates)
    }

    @Test func kidsAndParentsAgree() {
        for item in corpus.items.values {
            for kid in item.kids { #expect(corpus.items[kid]?.parent == item.id) }
            if item.kind == "comment" {
                let parent = item.parent.flatMap { corpus.items[$0] }
                #expect(parent?.kids.contains(item.id) == true)
                #expect((parent?.time ?? .max) <= item.time)
                #expect(parent?.isDeleted == false)
            } else {
                #expect(item.parent == nil)
            }
            for part in item.parts { #expect(corpus.items[part]?.poll == item.id) }
            #expect((item.kind == "pollopt") == (item.poll != nil))
        }
    }

    @Test func descendantsAreWhatIsBelow() {
        func below(_ item: HackerNewsItem) -> Int {
            item.kids.compactMap { corpus.items[$0] }.reduce(item.kids.count) { $0 + below($1) }
        }
        for story in corpus.stories where story.kind != "job" && !story.isDead {
            #expect(story.descendants == below(story))
        }
        #expect(corpus.stories.contains { ($0.descendants ?? 0) > 30 })
        #expect(corpus.stories.contains { $0.descendants == 0 })
    }

    @Test func threadsAreAtMostTwelveDeep() {
        func depth(_ item: HackerNewsItem) -> Int {
            1 + (item.kids.compactMap { corpus.items[$0] }.map(depth).max() ?? 0)
        }
        // The story itself is no level.
        let depths = corpus.stories.map { depth($0) - 1 }
        #expect((7...12).contains(depths.max() ?? 0))
    }

    @Test func nothingIsFromTheFuture() {
        let moment = Int(HackerNews.minute.timeIntervalSince1970)
        #expect(corpus.items.values.allSatisfy { $0.time <= moment })
        #expect(corpus.stories.allSatisfy { moment - $0.time < 26 * 3600 })
        #expect(corpus.items.values.allSatisfy { ($0.score ?? 0) >= 0 })
        #expect(corpus.items.allSatisfy { $0.key == $0.value.id && $0.key >= 40_000_000 })
    }

    @Test func aNewStoryComesEveryThreeMinutes() {
        let later = corpus(after: 180)
        let new = later.stories.filter { corpus.items[$0.id] == nil }
        #expect(new.count == 1)
        #expect(later.stories.first?.id == new.first?.id)
        #expect(later.maximumNumber > corpus.maximumNumber)
    }

    @Test func whatIsThereKeepsItsNumberAndItsWords() {
        let later = corpus(after: 3600)
        var kept = 0
        for (id, item) in corpus.items {
            guard let same = later.items[id] else { continue }
            kept += 1
            #expect(
                (same.kind, same.time, same.by, same.title, same.text, same.url)
                    == (item.kind, item.time, item.by, item.title, item.text, item.url))
            #expect(same.parent == item.parent)
            #expect((same.score ?? 0) >= (item.score ?? 0))
            #expect(same.kids.starts(with: item.kids))
        }
        #expect(kept > corpus.items.count * 9 / 10)
        #expect(later.items.count > corpus.items.count - 500)
    }

    @Test func commentsComeInTheHoursAfterAStory() {
        let ids = corpus.stories.prefix(40).map(\.id)
        func comments(_ corpus: HackerNewsCorpus) -> Int {
            ids.compactMap { corpus.items[$0]?.descendants }.reduce(0, +)
        }
        #expect(comments(corpus(after: 4 * 3600)) > comments(corpus) + 20)
    }

    @Test("The clock of the emulator is followed", arguments: [0, 600, 86_400, 40_000_000])
    func clock(seconds: Double) async throws {
        let responses = try await InProcess.get(["/v0/newstories.json", "/v0/maxitem.json"], headers: [:]) {
            $0.now = { InProcess.now.addingTimeInterval(seconds) }
        }
        let expected = corpus(after: seconds)
        #expect(try responses[0].json().numbers == expected.list("newstories"))
        #expect(try responses[1].json().number == expected.maximumNumber)
    }

    @Test("Before its first day it stands still", arguments: [0, 1_000_000_000, 1_767_225_600, 1_767_300_000])
    func early(seconds: Double) {
        let corpus = HackerNewsCorpus(at: Date(timeIntervalSince1970: seconds))
        #expect(corpus.stories.count == 500)
        #expect(corpus.items.values.allSatisfy { ($0.score ?? 0) >= 0 })
        #expect(corpus.list("topstories")?.count == 500)
    }

    @Test func textsAreTheHTMLOfTheService() {
        for item in corpus.items.values {
            guard let text = item.text else { continue }
            #expect(!text.hasPrefix("<p>") && !text.contains("</p>"), "\(text)")
            let tags = text.matches(of: /<\/?([a-z]+)/).map { String($0.output.1) }
            #expect(Set(tags).isSubset(of: ["p", "i", "a", "pre", "code"]), "\(text)")
        }
    }
}

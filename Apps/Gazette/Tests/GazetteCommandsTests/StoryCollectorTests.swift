import Foundation
import Freshet
import HackerNews
import Testing

@testable import GazetteCommands

/// A page of stories as a person counts it, where some items are deleted, absent, or fail.
@Suite(.timeLimit(.minutes(2)))
struct StoryCollectorTests {
    /// Of ten items, 2 and 3 are dead, 5 is absent and 7 fails.
    private static func batch(of ids: [Int]) -> StoryCollector.Batch {
        var batch: StoryCollector.Batch = ([], [:])
        for id in ids {
            switch id {
            case 2, 3: batch.items.append(story(id, isDead: true))
            case 5: break
            case 7: batch.failures[id] = FetchError(.connectionLost)
            default: batch.items.append(story(id))
            }
        }
        return batch
    }

    /// The cache is empty.
    private static func nothing(of ids: [Int]) -> StoryCollector.Batch {
        ([], Dictionary(uniqueKeysWithValues: ids.map { ($0, FetchError(.notInCache("nothing is stored"))) }))
    }

    private static func story(_ id: Int, isDead: Bool = false) -> HackerNews.Item {
        let json = Data(#"{"id":\#(id),"type":"story","title":"Story \#(id)","dead":\#(isDead)}"#.utf8)
        guard let item = try? JSONDecoder().decode(HackerNews.Item.self, from: json) else {
            preconditionFailure("The story can't be read.")
        }
        return item
    }

    @Test(
        "Each page has as many places as it is asked for, and nothing comes twice or is left out",
        arguments: [
            (1, 4, [1, 4, 6, 7]), (2, 4, [8, 9, 10]), (1, 2, [1, 4]), (2, 2, [6, 7]), (1, 20, [1, 4, 6, 7, 8, 9, 10]),
            (3, 4, []), (Int.max, 4, []),
        ])
    func pages(number: Int, limit: Int, ids: [Int]) async throws {
        let collector = StoryCollector {
            Self.batch(of: $0)
        } recall: {
            Self.batch(of: $0)
        }
        let page = try await collector.page(number, limit: limit, of: Array(1...10))
        #expect(page.ids == ids)
        let stories: [Int] = page.stories.map { $0.id }
        #expect(stories == ids.filter { $0 != 7 })
        let failures: [Int] = page.failures.map { $0.key }
        #expect(failures == ids.filter { $0 == 7 })
    }

    @Test(
        "What stands before a page is not fetched: it counts as the cache knows it, else as a story",
        arguments: [(true, [4, 6], [4, 5, 6]), (false, [8, 4], [8, 4])])
    func before(isKnown: Bool, ids: [Int], fetched: [Int]) async throws {
        var asked: [Int] = []
        let collector = StoryCollector { ids in
            asked += ids
            return Self.batch(of: ids)
        } recall: {
            isKnown ? Self.batch(of: $0) : Self.nothing(of: $0)
        }
        let page = try await collector.page(2, limit: 2, of: [1, 2, 8, 4, 5, 6, 9])
        #expect(page.ids == ids)
        #expect(asked == fetched)
    }

    @Test func aPageBeyondTheListFetchesNothing() async throws {
        let collector = StoryCollector { ids in
            Issue.record("\(ids) are fetched.")
            return ([], [:])
        } recall: { ids in
            Issue.record("\(ids) are looked up.")
            return ([], [:])
        }
        let page = try await collector.page(3, limit: 5, of: Array(1...10))
        #expect(page.ids.isEmpty && page.stories.isEmpty)
    }
}

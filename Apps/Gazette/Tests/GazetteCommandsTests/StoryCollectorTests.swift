import Foundation
import Freshet
import HackerNews
import Testing

@testable import GazetteCommands

/// A page of stories as a person counts it, where some items are deleted, absent, or fail.
@Suite(.timeLimit(.minutes(2)))
struct StoryCollectorTests {
    /// Of ten items, 2 and 3 are dead, 5 is absent and 7 fails.
    private let collector = StoryCollector { ids in
        var batch: (items: [HackerNews.Item], failures: [Int: FetchError]) = ([], [:])
        for id in ids {
            switch id {
            case 2, 3: batch.items.append(Self.story(id, isDead: true))
            case 5: break
            case 7: batch.failures[id] = FetchError(.connectionLost)
            default: batch.items.append(Self.story(id))
            }
        }
        return batch
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
        let page = try await collector.page(number, limit: limit, of: Array(1...10))
        #expect(page.ids == ids)
        let stories: [Int] = page.stories.map { $0.id }
        #expect(stories == ids.filter { $0 != 7 })
        let failures: [Int] = page.failures.map { $0.key }
        #expect(failures == ids.filter { $0 == 7 })
    }

    @Test func aPageBeyondTheListFetchesNothing() async throws {
        let collector = StoryCollector { ids in
            Issue.record("\(ids) are fetched.")
            return ([], [:])
        }
        let page = try await collector.page(3, limit: 5, of: Array(1...10))
        #expect(page.ids.isEmpty && page.stories.isEmpty)
    }
}

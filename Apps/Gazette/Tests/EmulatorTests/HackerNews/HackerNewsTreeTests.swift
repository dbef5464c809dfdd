import HTTPTypes
import Testing

@testable import Emulator

@Suite struct HackerNewsTreeTests {
    @Test func aTreeHoldsTheWholeThread() async throws {
        let story = try #require(
            HackerNews.corpus.stories.max { ($0.descendants ?? 0) < ($1.descendants ?? 0) })
        let tree = try await HackerNews.search("items/\(story.id)")
        var seen = 0
        func check(_ node: JSON, _ item: HackerNewsItem) throws {
            #expect(node["children"].ids == item.kids)
            #expect(node["id"].number == item.id)
            if item.isDeleted || item.isDead {
                #expect(node.names == ["children", "id"])
            } else {
                #expect(
                    node.names == [
                        "author", "children", "created_at", "created_at_i", "id", "parent_id", "points", "story_id",
                        "text", "title", "type", "url",
                    ])
                #expect(node["story_id"].number == story.id)
                #expect(node["parent_id"].number == item.parent)
                #expect(node["author"].text == item.by)
                #expect(node["text"].text == item.text.map { "<p>\($0)</p>" })
            }
            for child in node["children"].list {
                seen += 1
                try check(child, try #require(child["id"].number.flatMap { HackerNews.corpus.items[$0] }))
            }
        }
        try check(tree, story)
        #expect(seen == story.descendants)
        #expect(seen > 30)
    }

    @Test func ofWhatWasTakenAwayOnlyTheNumberIsLeft() async throws {
        let deleted = try HackerNews.item { $0.isDeleted }
        #expect(
            try await InProcess.get("/api/v1/items/\(deleted.id)", headers: [:]).text
                == #"{"id":\#(deleted.id),"children":[]}"#)
        let dead = try HackerNews.item { $0.isDead }
        #expect(try await HackerNews.search("items/\(dead.id)").names == ["children", "id"])
    }

    @Test func aPollHasOptions() async throws {
        let poll = try HackerNews.item { $0.kind == "poll" }
        let tree = try await HackerNews.search("items/\(poll.id)")
        #expect(tree["options"].ids == poll.parts)
        for option in tree["options"].list {
            #expect(option["type"].text == "pollopt")
            #expect(option["story_id"].number == poll.id)
            #expect(option["points"].number != nil)
        }
    }

    @Test func aCommentHasItsOwnTree() async throws {
        let comment = try HackerNews.item { $0.kind == "comment" && !$0.kids.isEmpty }
        let tree = try await HackerNews.search("items/\(comment.id)")
        #expect(tree["children"].ids == comment.kids)
        #expect(tree["parent_id"].number == comment.parent)
        #expect(tree["title"].isNull && tree["url"].isNull && tree["points"].isNull)
    }

    @Test(
        "What is not there",
        arguments: [
            "items/1", "items/0", "items/-1", "items/abc", "items/99999999999999999999", "items/%FF", "items/%zz",
            "users/nobody", "users/%FF", "nothing", "", "items", "items/1/2",
        ])
    func missing(_ path: String) async throws {
        let response = try await InProcess.get("/api/v1/\(path)", headers: [:])
        #expect(response.status == 404)
        #expect(response.text == #"{"status":404,"error":"Not Found"}"#)
    }

    @Test func withheldJobsAreNotFound() async throws {
        for job in HackerNews.corpus.stories where job.isWithheld {
            #expect(try await InProcess.get("/api/v1/items/\(job.id)", headers: [:]).status == 404)
        }
    }

    @Test func usersAreDescribedInShort() async throws {
        let name = try #require(HackerNews.corpus.stories[0].by)
        let user = try await HackerNews.search("users/\(name)")
        #expect(user.names == ["about", "karma", "username"])
        #expect(user["username"].text == name)
        #expect(try await HackerNews.json("/user/\(name).json")["karma"].number == user["karma"].number)
    }
}

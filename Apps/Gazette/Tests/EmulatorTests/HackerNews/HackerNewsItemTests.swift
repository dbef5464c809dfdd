import Testing

@testable import Emulator

@Suite struct HackerNewsItemTests {
    private func json(_ item: HackerNewsItem) async throws -> JSON {
        try await HackerNews.json("/item/\(item.id).json")
    }

    @Test(
        "What is not there is null",
        arguments: [
            "1", "0", "-1", "39999999", "99999999999999999999999", "abc", "%FF", "%zz", "1.5", "", ".json",
        ])
    func missing(_ id: String) async throws {
        let response = try await HackerNews.get("/item/\(id).json")
        #expect(response.status == 200)
        #expect(response.text == "null")
    }

    @Test func aStoryWithALinkHasNoText() async throws {
        let item = try HackerNews.item { $0.kind == "story" && $0.url != nil && !$0.isDead && !$0.kids.isEmpty }
        let story = try await json(item)
        #expect(story.names == ["by", "descendants", "id", "kids", "score", "time", "title", "type", "url"])
        #expect(story["type"].text == "story")
        #expect(story["url"].text?.hasPrefix("https://") == true)
    }

    @Test func aQuestionHasTextAndNoLink() async throws {
        let story = try await json(
            HackerNews.item { $0.title?.hasPrefix("Ask HN") == true && $0.text != nil && !$0.kids.isEmpty })
        #expect(story.names == ["by", "descendants", "id", "kids", "score", "text", "time", "title", "type"])
        #expect(story["type"].text == "story")
    }

    @Test func withoutCommentsThereAreNoKids() async throws {
        let item = try HackerNews.item { $0.kind == "story" && $0.kids.isEmpty && !$0.isDead }
        let story = try await json(item)
        #expect(story["kids"].isMissing)
        #expect(story["descendants"].number == 0)
    }

    @Test func aCommentNamesItsParent() async throws {
        let item = try HackerNews.item { $0.kind == "comment" && !$0.isDeleted && !$0.isDead && !$0.kids.isEmpty }
        let comment = try await json(item)
        #expect(comment.names == ["by", "id", "kids", "parent", "text", "time", "type"])
        #expect(comment["type"].text == "comment")
    }

    @Test func aJobHasNoComments() async throws {
        let item = try HackerNews.item { $0.kind == "job" && !$0.isWithheld }
        let job = try await json(item)
        #expect(job["type"].text == "job")
        #expect(job["descendants"].isMissing && job["kids"].isMissing)
        #expect(job["score"].number != nil)
        let jobs = HackerNews.corpus.items.values.filter { $0.kind == "job" }
        #expect(jobs.contains { $0.url == "" } || jobs.contains { $0.url != nil })
    }

    @Test func aPollHasPartsAndTheyNameThePoll() async throws {
        let item = try HackerNews.item { $0.kind == "poll" }
        let poll = try await json(item)
        #expect(poll["text"].text != nil)
        #expect(poll["url"].isMissing)
        let parts = poll["parts"].numbers
        #expect(parts.count >= 2)
        for id in parts {
            let option = try await HackerNews.json("/item/\(id).json")
            #expect(option.names == ["by", "id", "poll", "score", "text", "time", "type"])
            #expect(option["type"].text == "pollopt")
            #expect(option["poll"].number == item.id)
        }
    }

    @Test func whatWasDeletedHasNoAuthorAndNoText() async throws {
        let item = try HackerNews.item { $0.isDeleted }
        let response = try await HackerNews.get("/item/\(item.id).json")
        let parent = try #require(item.parent)
        #expect(
            response.text
                == #"{"deleted":true,"id":\#(item.id),"parent":\#(parent),"time":\#(item.time),"type":"comment"}"#)
    }

    @Test func aDeadCommentKeepsItsAuthorAndLosesItsText() async throws {
        let items = HackerNews.corpus.items.values.filter { $0.isDead && $0.kind == "comment" && !$0.isDeleted }
        #expect(Set(items.compactMap(\.text)) == ["[dead]", "[flagged]"])
        let comment = try await json(try #require(items.first))
        #expect(comment["dead"].flag == true)
        #expect(comment["by"].text != nil)
    }

    @Test func aDeadStoryShowsNothingOfItsComments() async throws {
        let story = try await json(HackerNews.item { $0.isDead && $0.kind == "story" })
        #expect(story["dead"].flag == true)
        #expect(story["by"].text != nil)
        #expect(story["descendants"].isMissing)
    }

    // MARK: - Users

    @Test func usersAreThereWithWhatTheyWrote() async throws {
        let item = try HackerNews.item { $0.kind == "story" && !$0.isDead }
        let name = try #require(item.by)
        let user = try await HackerNews.json("/user/\(name).json")
        #expect(user.names.filter { $0 != "about" } == ["created", "id", "karma", "submitted"])
        #expect(user["id"].text == name)
        let submitted = user["submitted"].numbers
        #expect(submitted.contains(item.id))
        #expect(submitted == submitted.sorted(by: >))
        #expect(submitted.allSatisfy { HackerNews.corpus.items[$0]?.by == name })
    }

    @Test func everyAuthorIsAUser() {
        for name in Set(HackerNews.corpus.items.values.filter { !$0.isDeleted }.compactMap(\.by)) {
            #expect(HackerNews.corpus.user(name)?.id == name)
        }
    }

    @Test func someTellOfThemselvesAndSomeDoNot() {
        let users = HackerNewsData.users.compactMap { HackerNews.corpus.user($0.id) }
        #expect(users.count > 80)
        #expect(users.contains { $0.about == nil } && users.contains { $0.about != nil })
        #expect(users.allSatisfy { $0.created < $0.submitted.count + 1_767_225_600 })
    }

    @Test(
        "Users that are not there", arguments: ["nobody", "%FF", "%zz", "", String(repeating: "a", count: 100_000)])
    func unknownUsers(_ name: String) async throws {
        let response = try await HackerNews.get("/user/\(name).json")
        #expect(response.status == 200)
        #expect(response.text == "null")
    }

    @Test func namesKeepTheirCase() async throws {
        let name = try #require(try HackerNews.item { $0.by?.first?.isLowercase == true && !$0.isDeleted }.by)
        #expect(try await HackerNews.get("/user/\(name).json").text != "null")
        #expect(try await HackerNews.get("/user/\(name.uppercased()).json").text == "null")
    }
}

import Foundation
import Freshet
import FreshetTesting
import HackerNews
import Testing

/// Requests as they reach the service, and what its short responses mean.
struct RequestTests {
    @Test(
        "The lists",
        arguments: [
            (HackerNews.StoryList.new, "newstories", "New"), (.top, "topstories", "Top"),
            (.best, "beststories", "Best"), (.ask, "askstories", "Ask"), (.show, "showstories", "Show"),
            (.jobs, "jobstories", "Jobs"),
        ])
    func lists(list: HackerNews.StoryList, file: String, title: String) async throws {
        #expect(try await News.path(.list(list)) == "/v0/\(file).json")
        #expect(list.title == title)
    }

    @Test func listsByTheirIndexes() {
        #expect((0..<6).map(HackerNews.StoryList.init(index:)) == HackerNews.StoryList.allCases)
        #expect(HackerNews.StoryList(index: -1) == nil)
        #expect(HackerNews.StoryList(index: 6) == nil)
    }

    @Test func everythingElse() async throws {
        #expect(try await News.path(.item(8863)) == "/v0/item/8863.json")
        #expect(try await News.path(.user("jl")) == "/v0/user/jl.json")
        #expect(try await News.path(.user("Å b")) == "/v0/user/%C3%85%20b.json")
        #expect(try await News.path(.maximumItem) == "/v0/maxitem.json")
        #expect(try await News.path(.updates) == "/v0/updates.json")
    }

    @Test("Names that no user can have are not requested", arguments: ["", "pg/karma", "/"])
    func wrongNames(name: String) async {
        let (client, stub) = News.client { _ in .json("null") }
        let error = await #expect(throws: FetchError.self) { try await client.value(for: .user(name)) }
        #expect(error?.code == "invalid_request")
        #expect(stub.requests.isEmpty)
    }

    @Test(
        "Lists of ids keep their order (T61)",
        arguments: [
            ("[3,1,2]", [3, 1, 2]), ("[]", []), ("null", []), (#"[3,"x",null,1,2.5]"#, [3, 1]),
            // A slice of a list comes as an object of the places.
            (#"{"10":5,"9":7,"2":6}"#, [6, 7, 5]), (#"{"1":5,"x":6}"#, [5]),
            ("{}", []),
        ])
    func ids(json: String, expected: [Int]) async throws {
        #expect(try await News.value(.list(.top), of: json) == expected)
    }

    @Test(
        "What is no list is a failure, not an empty list", arguments: ["7", #""x""#, #"{"error":"x"}"#, "", "<html>"])
    func noList(body: String) async {
        let error = await #expect(throws: FetchError.self) { try await News.value(.list(.top), of: body) }
        #expect(error?.code == "decoding")
    }

    @Test func theNumberAndTheChanges() async throws {
        #expect(try await News.value(.maximumItem, of: "9130260") == 9_130_260)
        let updates = try await News.value(.updates, of: #"{"items":[8423305,"x",8420805],"profiles":["thefox",7]}"#)
        #expect(updates.items == [8_423_305, 8_420_805])
        #expect(updates.profiles == ["thefox"])
        let none = try await News.value(.updates, of: "{}")
        #expect(none.items == [])
        #expect(none.profiles == [])
    }

    @Test func errorsOfTheService() async throws {
        let (client, _) = News.client { _ in .json(#"{"error" : "Permission denied"}"#, status: 401) }
        let error = await #expect(throws: FetchError.self) { try await client.value(for: .item(1)) }
        #expect(error?.kind == .service(ServiceError(code: nil, message: "Permission denied")))
        #expect(error?.response?.head.status.code == 401)
        let (broken, _) = News.client { _ in .text("oops", status: 503) }
        let other = await #expect(throws: FetchError.self) { try await broken.value(for: .list(.top)) }
        #expect(other?.kind == .status(.serviceUnavailable))
        #expect(other?.isRetryable == true)
    }

    @Test func aUserAsRecorded() async throws {
        let user = try #require(
            try await News.value(
                .user("jl"),
                of:
                    #"{"about":"This is a test","created":1173923446,"id":"jl","karma":2937,"submitted":[8265435,8168423]}"#
            ))
        #expect(user.id == "jl")
        #expect(user.karma == 2937)
        #expect(user.created?.timeIntervalSince1970 == 1_173_923_446)
        #expect(user.submitted == [8_265_435, 8_168_423])
        #expect(user.paragraphs == [.text([.plain("This is a test")])])
        #expect(user.page?.absoluteString == "https://news.ycombinator.com/user?id=jl")
        #expect(try await News.value(.user("nobody"), of: "null") == nil)
        let bare = try #require(try await News.value(.user("x"), of: #"{"id":"x","delay":0,"karma":null}"#))
        #expect(bare.karma == 0)
        #expect(bare.submitted == [])
        #expect(bare.about == nil)
        #expect(bare.paragraphs == [])
    }
}

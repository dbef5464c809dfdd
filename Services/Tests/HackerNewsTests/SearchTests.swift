import Foundation
import Freshet
import FreshetTesting
import HackerNews
import Testing

/// The search that Algolia runs.
struct SearchTests {
    typealias Search = HackerNewsSearch.Search

    private func client(_ response: StubTransport.Response) -> (Client<HackerNewsSearch>, StubTransport) {
        let stub = StubTransport { _ in response }
        return (Client(HackerNewsSearch(), transport: stub, cache: nil, retry: .never), stub)
    }

    private func value<Value>(_ request: Request<HackerNewsSearch, Value>, of json: String) async throws -> Value {
        try await client(.json(json)).0.value(for: request)
    }

    private func path<Value>(_ request: Request<HackerNewsSearch, Value>) async throws -> String? {
        let (client, stub) = client(.json("{}"))
        _ = try await client.data(for: request)
        let head = stub.requests[0].head
        return head.method == .get && head.authority == "hn.algolia.com" ? head.path : "\(head)"
    }

    @Test func searches() async throws {
        #expect(try await path(.search(Search("a+b & c"))) == "/api/v1/search?query=a%2Bb%20%26%20c")
        var search = Search("", tags: [.author("pg"), .any(of: [.story, .poll])], order: .date)
        search.filters = [
            .init(.points, .atLeast, 100), .init(.comments, .less, 5),
            .since(Date(timeIntervalSince1970: 1_641_966_964)),
        ]
        search.searchesAddressesOnly = true
        #expect(
            try await path(.search(search, page: 2, hitsPerPage: 50))
                == "/api/v1/search_by_date?query=&tags=author_pg%2C%28story%2Cpoll%29"
                + "&numericFilters=points%3E%3D100%2Cnum_comments%3C5%2Ccreated_at_i%3E%3D1641966964"
                + "&restrictSearchableAttributes=url&page=2&hitsPerPage=50")
        let tags: [HackerNewsSearch.Tag] = [.comment, .pollOption, .job, .show, .ask, .frontPage, .story(42)]
        #expect(
            try await path(.search(Search(tags: tags)))
                == "/api/v1/search?query=&tags=comment%2Cpollopt%2Cjob%2Cshow_hn%2Cask_hn%2Cfront_page%2Cstory_42")
        #expect(try await path(.tree(8863)) == "/api/v1/items/8863")
        #expect(try await path(.user("pg")) == "/api/v1/users/pg")
    }

    @Test func aRecordedPage() async throws {
        let page = try await value(
            .search(Search()),
            of:
                #"{"hits":[{"created_at":"2022-01-12T05:56:04.000Z","title":"State of Machine Learning in Julia","url":"https://discourse.julialang.org/t/state-of-machine-learning-in-julia/74385","author":"agnosticmantis","points":107,"story_text":null,"comment_text":null,"num_comments":9,"story_id":null,"story_title":null,"story_url":null,"parent_id":null,"created_at_i":1641966964,"_tags":["story","author_agnosticmantis","story_29902846","front_page"],"objectID":"29902846","_highlightResult":{"title":{"value":"State of Machine Learning in Julia","matchLevel":"none","matchedWords":[]},"author":{"value":"agnosticmantis","matchLevel":"none","matchedWords":[]}}}],"nbHits":34,"page":0,"nbPages":2,"hitsPerPage":20,"processingTimeMS":4,"query":"","params":"advancedSyntax=true&analytics=true&analyticsTags=backend&tags=front_page"}"#
        )
        #expect(page.totalHits == 34)
        #expect(page.nextPage == 1)
        #expect(page.processingMilliseconds == 4)
        #expect(page.unreadableCount == 0)
        let hit = try #require(page.hits.first)
        #expect(hit.id == 29_902_846)
        #expect(hit.createdAt?.timeIntervalSince1970 == 1_641_966_964)
        #expect(hit.headline == "State of Machine Learning in Julia")
        #expect(hit.link?.host() == "discourse.julialang.org")
        #expect(hit.points == 107)
        #expect(hit.commentCount == 9)
        #expect(hit.excerpt == nil)
        #expect(!hit.isComment)
    }

    @Test(
        "Where a search ends, whatever numbers the service names",
        arguments: [
            ("9223372036854775807", "9223372036854775807", nil), ("9223372036854775807", "1", nil),
            ("9223372036854775806", "9223372036854775807", nil), ("0", "9223372036854775807", 1),
            ("1e300", "5", 1), ("0", "1e300", nil),
        ] as [(String, String, Int?)])
    func ends(page: String, count: String, next: Int?) async throws {
        let numbers = #""page":\#(page),"nbPages":\#(count),"nbHits":9223372036854775807"#
        let found = try await value(
            .search(Search("x")), of: #"{"hits":[{"objectID":"1","created_at_i":1e19}],\#(numbers)}"#)
        #expect(found.nextPage == next)
        #expect(found.hits.first?.createdAt == nil)
        let empty = try await value(.search(Search("x")), of: #"{"hits":[],\#(numbers)}"#)
        #expect(empty.nextPage == nil)
    }

    @Test func aDateOfAnyCenturyFilters() async throws {
        for seconds in [Double.infinity, -.infinity, 1e300, .nan] {
            _ = HackerNewsSearch.Filter.since(Date(timeIntervalSince1970: seconds))
        }
    }

    @Test func hitsWithGaps() async throws {
        let page = try await value(
            .search(Search("x")),
            of: #"""
                {"hits":[{"objectID":"1","title":null,"_tags":["story"]},{"objectID":"x"},{"objectID":2},7,null,{},
                {"objectID":"3","comment_text":"I&#x27;m <em>in</em>","story_title":"S","story_id":9,"parent_id":8,"_tags":["comment"]}],
                "nbHits":"many","page":1,"nbPages":2}
                """#)
        #expect(page.hits.map(\.id) == [1, 3])
        #expect(page.unreadableCount == 5)
        #expect(page.totalHits == 2)
        #expect(page.nextPage == nil)
        #expect(page.hits[0].headline == "Untitled")
        #expect(page.hits[0].link == nil)
        #expect(page.hits[1].isComment)
        #expect(page.hits[1].headline == "S")
        #expect(page.hits[1].excerpt == "I'm in")
        #expect(page.hits[1].storyID == 9)
        #expect(page.hits[1].parentID == 8)
        await #expect(throws: FetchError.self) { try await value(.search(Search()), of: "{}") }
    }

    @Test func aTreeWithGaps() async throws {
        let tree = try await value(
            .tree(1),
            of: #"""
                {"id":1,"created_at":"2022-01-12T05:56:04.000Z","created_at_i":1641966964,"type":"story","author":"a","title":"T",
                "url":null,"text":null,"points":3,"children":[
                {"id":2,"author":"b","text":"<p>One</p><p>Two</p>","parent_id":1,"children":[{"id":4,"author":"d","children":[]}]},
                {"id":3,"children":[{"id":5,"author":"e","children":null}]},{"text":"no id"},null]}
                """#)
        #expect(tree.children.map(\.id) == [2, 3])
        #expect(tree.commentCount == 3)
        #expect(tree.children[0].paragraphs.map(\.text) == ["One", "Two"])
        #expect(tree.children[1].author == nil)
        #expect(tree.children[1].paragraphs == [])
    }

    @Test func usersAndErrors() async throws {
        let profile = try await value(.user("pg"), of: #"{"username":"pg","about":"","karma":155111,"delay":null}"#)
        #expect(profile.id == "pg")
        #expect(profile.karma == 155_111)
        #expect(profile.about == nil)
        for (body, message) in [
            (#"{"message":"invalid numeric attribute"}"#, "invalid numeric attribute"),
            (#"{"status":404,"error":"Not Found"}"#, "Not Found"),
        ] {
            let (client, _) = client(.json(body, status: 404))
            let error = await #expect(throws: FetchError.self) { try await client.value(for: .tree(1)) }
            #expect(error?.kind == .service(ServiceError(code: nil, message: message)))
        }
        let (client, _) = client(.status(429))
        let error = await #expect(throws: FetchError.self) { try await client.value(for: .tree(1)) }
        #expect(error?.kind == .status(.tooManyRequests))
    }
}

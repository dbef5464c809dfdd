import Foundation

/// Responses of the five services in their usual shape, with extreme values in place of the usual ones.
///
/// The tests and a fuzzer use it: whatever a service sends, nothing may trap.
public struct ExtremeJSON: Sendable {
    private let choices: [UInt8]

    /// - Parameter choices: Which values take the places, one for each place, over and over.
    public init(choices: [UInt8]) { self.choices = choices.isEmpty ? [0] : choices }

    /// Makes responses whose values a seed chooses (SplitMix64).
    public init(seed: Int) {
        var state = UInt64(truncatingIfNeeded: seed)
        self.init(
            choices: (0..<251).map { _ in
                state &+= 0x9E37_79B9_7F4A_7C15
                var value = state
                value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
                value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
                return UInt8(truncatingIfNeeded: value >> 40)
            })
    }

    /// The seeds of a test: few in each run, many with `FRESHET_LONG_TESTS=1`.
    public static func seeds(_ usual: Int, long: Int) -> Range<Int> {
        0..<(ProcessInfo.processInfo.environment["FRESHET_LONG_TESTS"] == "1" ? long : usual)
    }

    /// Values in place of a number (`#`).
    private static let numbers = [
        "0", "1", "-1", "7.5", "1e19", "-1e19", "1e300", "-1e300", "1e999", "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775806", "9223372036854775808", "1e-300", "4294967296", "2147483648", "253402300799",
        "253402300800", "-62167219201", "-62135596800", "1175714200", "null", "\"1\"", "true", "{}", "[]", "[1]",
    ]
    /// Values in place of an id (`@`).
    private static let ids = [
        "1", "2", "3", "0", "-1", "9223372036854775807", "-9223372036854775808", "9223372036854775806",
    ]
    /// Values in place of a date (`$`).
    private static let dates = [
        "2026-03-14T09:26:53Z", "0000-01-01", "0001-01-01", "0001-01-01T00:00:00+23:59", "1582-10-10", "1582-10-15",
        "9999-12-31T23:59:60Z", "9999-12-31T23:59:59-23:59", "2026-02-30", "99999-01-01", "", "-1",
    ]

    /// The body of the response to a request for a path.
    public func body(for path: String) -> String {
        let shape = Self.shapes.first { path.contains($0.path) }?.body ?? "{}"
        // Different paths start at different choices.
        var place = path.utf8.reduce(0) { ($0 * 31 + Int($1)) % choices.count }
        return shape.reduce(into: "") { text, character in
            let values: [String]
            switch character {
            case "#": values = Self.numbers
            case "@": values = Self.ids
            case "$": values = Self.dates
            default:
                text.append(character)
                return
            }
            text += values[Int(choices[place]) % values.count]
            place = (place + 1) % choices.count
        }
    }

    private static let article = """
        {"source":{"id":null,"name":"CNBC"},"author":"A","title":"Title @","description":"D",\
        "url":"https://news.example/@.html","urlToImage":"https://news.example/@.png","publishedAt":"$",\
        "content":"Text… [+9223372036854775807 chars]"}
        """
    private static let articles =
        #"{"status":"ok","totalResults":#,"articles":[\#(article),\#(article),\#(article)]}"#
    private static let movie = """
        {"adult":false,"backdrop_path":"/b.jpg","genre_ids":[#,@],"id":@,"original_language":"en","overview":"O",\
        "popularity":#,"poster_path":"/p.jpg","release_date":"$","title":"Movie","vote_average":#,"vote_count":#}
        """
    private static let movies = #"{"page":#,"results":[\#(movie),\#(movie)],"total_pages":#,"total_results":#}"#
    private static let details = """
        {"id":@,"title":"Movie","vote_average":#,"vote_count":#,"popularity":#,"runtime":#,"budget":#,"revenue":#,\
        "release_date":"$","genres":[{"id":@,"name":"G"}],"credits":{"cast":[{"id":@,"name":"C","order":#},\
        {"id":@,"name":"D","order":#}],"crew":[{"id":@,"name":"E","job":"Director"}]},\
        "reviews":{"page":#,"total_pages":#,"total_results":#,"results":[{"id":"1","author":"R","content":"T",\
        "created_at":"$","author_details":{"rating":#}}]},"recommendations":\(movies)}
        """
    private static let item = """
        {"by":"ann","descendants":#,"id":@,"kids":[@,@,#],"parent":@,"poll":@,"parts":[@,#],"score":#,"time":#,\
        "title":"Story","text":"Text","type":"story","url":"https://story.example/"}
        """
    private static let hit = """
        {"title":"Hit","author":"ann","objectID":"@","points":#,"num_comments":#,"created_at_i":#,"story_id":#,\
        "parent_id":#,"_tags":["story"]}
        """
    private static let user = """
        {"id":@,"name":"Ann Lee","username":"ann","address":{"street":"S","suite":"1","city":"C","zipcode":"@",\
        "geo":{"lat":"1e300","lng":"@"}}}
        """
    private static let meal =
        #"{"idMeal":"@","strMeal":"Meal","strCategory":"C","strIngredient1":"I","strMeasure1":"@","strInstructions":"Stir."}"#

    /// The bodies by a part of the path; the first that matches counts.
    private static let shapes: [(path: String, body: String)] = [
        (
            "/top-headlines/sources",
            #"{"status":"ok","sources":[{"id":"a","name":"A","url":"https://a.example","category":"general","language":"en","country":"us"}]}"#
        ),
        ("/top-headlines", articles), ("/everything", articles),
        ("/v0/item/", item), ("/v0/user/", #"{"id":"ann","created":#,"karma":#,"about":"A","submitted":[@,@,#]}"#),
        ("stories.json", "[@,@,#]"), ("/v0/maxitem.json", "#"),
        ("/v0/updates.json", #"{"items":[@,#],"profiles":["ann"]}"#),
        (
            "/api/v1/items/",
            #"{"id":@,"created_at_i":#,"points":#,"parent_id":#,"children":[{"id":@,"created_at_i":#,"children":[]}]}"#
        ),
        ("/api/v1/users/", #"{"username":"ann","karma":#}"#),
        ("/api/v1/search", #"{"hits":[\#(hit),\#(hit)],"nbHits":#,"page":#,"nbPages":#,"processingTimeMS":#}"#),
        ("/3/search/", movies), ("/3/discover/", movies), ("/3/movie/now_playing", movies),
        ("/3/movie/popular", movies), ("/3/movie/upcoming", movies), ("/3/movie/top_rated", movies),
        ("/3/movie/", details),
        ("/3/person/", #"{"id":@,"name":"P","popularity":#,"birthday":"$","deathday":"$"}"#),
        ("/3/account/", #"{"id":@,"username":"u","rated":{"value":#},"favorite":#,"watchlist":#}"#),
        ("categories.php", #"{"categories":[{"idCategory":"@","strCategory":"C","strCategoryDescription":"D"}]}"#),
        (".php", #"{"meals":[\#(meal),\#(meal)]}"#),
        ("/users", "[\(user),\(user)]"),
        ("/albums", #"[{"userId":@,"id":@,"title":"A"},{"userId":1,"id":2,"title":"B"}]"#),
        (
            "/photos",
            #"[{"albumId":@,"id":@,"title":"P","url":"https://p.example/1","thumbnailUrl":"https://p.example/2"}]"#
        ),
    ]
}

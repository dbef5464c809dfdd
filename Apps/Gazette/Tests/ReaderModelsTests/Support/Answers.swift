import Foundation
import FreshetTesting
import HTTPTypes

// Bodies as the services send them, cut down to what a screen shows.

extension StubTransport.Response {
    // MARK: - NewsAPI

    static func articles(_ numbers: [Int], total: Int? = nil) -> Self {
        let articles = numbers.map { number in
            #"""
            {"source":{"id":null,"name":"CNBC"},"author":null,"title":"Title \#(number)","description":null,
            "url":"https://www.cnbc.com/\#(number).html","urlToImage":null,"publishedAt":"2023-09-18T18:05:40Z","content":null}
            """#
        }
        let list = articles.joined(separator: ",")
        return .json(#"{"status":"ok","totalResults":\#(total ?? numbers.count),"articles":[\#(list)]}"#)
    }

    static func sources(_ sources: [(id: String?, name: String)]) -> Self {
        let sources = sources.map { source in
            let id = source.id.map { #""\#($0)""# } ?? "null"
            return #"""
                {"id":\#(id),"name":"\#(source.name)","description":"News.","url":"https://www.\#(source.name.lowercased()).com",
                "category":"general","language":"en","country":"us"}
                """#
        }
        return .json(#"{"status":"ok","sources":[\#(sources.joined(separator: ","))]}"#)
    }

    /// The service refuses a key, as its sheet has it.
    static let keyRefused = Self.json(
        #"{"status":"error","code":"apiKeyInvalid","message":"Your API key is invalid or incorrect."}"#, status: 401)

    // MARK: - TMDb

    static func movies(_ ids: [Int], page: Int = 1, of pages: Int = 1, total: Int? = nil) -> Self {
        let movies = ids.map { id in
            #"""
            {"adult":false,"backdrop_path":null,"genre_ids":[16],"id":\#(id),"original_language":"en","overview":"",
            "popularity":6572.614,"poster_path":null,"release_date":"","title":"Movie \#(id)","vote_average":7.5,"vote_count":9}
            """#
        }
        return .json(
            #"""
            {"page":\#(page),"results":[\#(movies.joined(separator: ","))],"total_pages":\#(pages),
            "total_results":\#(total ?? ids.count)}
            """#)
    }

    // MARK: - Hacker News

    static func ids(_ ids: [Int]) -> Self { .json("\(ids)") }

    static let null = Self.json("null")

    static func story(_ id: Int, fields: String = "") -> Self {
        .json(#"{"by":"ann","id":\#(id),"time":1175714200,"title":"Story \#(id)","type":"story"\#(fields)}"#)
    }

    static func comment(_ id: Int, by name: String = "bob", kids: [Int] = []) -> Self {
        .json(#"{"by":"\#(name)","id":\#(id),"kids":\#(kids),"parent":1,"text":"Aw shucks","type":"comment"}"#)
    }

    static func hits(_ ids: [Int], page: Int = 0, of pages: Int = 1) -> Self {
        let hits = ids.map { #"{"title":"Hit \#($0)","author":"ann","objectID":"\#($0)","_tags":["story"]}"# }
            .joined(separator: ",")
        let total = ids.count * pages
        return .json(#"{"hits":[\#(hits)],"nbHits":\#(total),"page":\#(page),"nbPages":\#(pages)}"#)
    }

    // MARK: - TheMealDB

    static func categories(_ names: [String]) -> Self {
        let categories = names.map { #"{"idCategory":"\#($0)1","strCategory":"\#($0)","strCategoryDescription":""}"# }
        return .json(#"{"categories":[\#(categories.joined(separator: ","))]}"#)
    }

    static func meals(_ ids: [Int]) -> Self {
        let meals = ids.map { #"{"strMeal":"Meal \#($0)","strMealThumb":"","idMeal":"\#($0)"}"# }
        return .json(#"{"meals":[\#(meals.joined(separator: ","))]}"#)
    }

    static let noMeals = Self.json(#"{"meals":null}"#)

    // MARK: - JSONPlaceholder

    static let users = Self.json(
        #"""
        [{"id":1,"name":"Leanne Graham","username":"Bret","email":"Sincere@april.biz",
        "address":{"street":"Kulas Light","suite":"Apt. 556","city":"Gwenborough","zipcode":"92998-3874"},
        "company":{"name":"Romaguera-Crona"}},
        {"id":2,"name":"Ervin Howell","username":"Antonette","email":"Shanna@melissa.tv"}]
        """#)

    static let albums = Self.json(#"[{"userId":1,"id":1,"title":"quidem"},{"userId":1,"id":2,"title":"sunt"}]"#)

    static let photos = Self.json(
        #"""
        [{"albumId":1,"id":1,"title":"a","url":"https://via.example/600/1","thumbnailUrl":"https://via.example/150/1"},
        {"albumId":1,"id":2,"title":"b","url":"https://via.example/600/2","thumbnailUrl":"https://via.example/150/2"}]
        """#)

    static let gif = Self(
        headers: [.contentType: "image/gif"], chunks: [Data("GIF89a".utf8) + Data([3, 0, 2, 0, 0, 0, 0])])
}

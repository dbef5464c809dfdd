// Used by the benchmarks alone, which are not an API.
// swift-format-ignore-file: AllPublicDeclarationsHaveDocumentation

import Foundation

/// JSON bodies that resemble those of the five services, and other common kinds of JSON.
public enum Bodies {
    private static func list(_ count: Int, _ element: (Int) -> String) -> String {
        "[\((0..<count).map(element).joined(separator: ","))]"
    }

    private static func words(_ number: Int, _ count: Int) -> String {
        let words = [
            "the", "council", "voted", "late", "for", "a", "new", "harbour", "while", "ships", "waited", "outside",
        ]
        return (0..<count).map { words[(number * 7 + $0 * 5) % words.count] }.joined(separator: " ")
    }

    /// Returns a page of articles: about 12 KB for twenty articles.
    public static func news(articles: Int) -> Data {
        let articles = list(articles) { number in
            """
            {"source":{"id":\(number % 3 == 0 ? "null" : "\"the-post\""),"name":"The Post"},"author":"Newsroom \(number)",\
            "title":"\(words(number, 9)) - The Post","description":"\(words(number, 18)) — and more",\
            "url":"https://post.example/2026/03/01/\(number)/a-headline-of-usual-length",\
            "urlToImage":"https://cdn.post.example/images/\(number)/1200x800.jpg",\
            "publishedAt":"2026-03-01T12:\(10 + number % 50):45Z","content":"\(words(number, 28))… [+2312 chars]"}
            """
        }
        return Data("{\"status\":\"ok\",\"totalResults\":812,\"articles\":\(articles)}".utf8)
    }

    /// Returns a feed of RSS with the texts of its items in HTML, of about a number of kilobytes.
    public static func feed(kilobytes: Int) -> Data {
        let head = """
            <?xml version="1.0" encoding="UTF-8"?>
            <rss version="2.0" xmlns:content="http://purl.org/rss/1.0/modules/content/" \
            xmlns:dc="http://purl.org/dc/elements/1.1/"><channel><title>The Post</title><link>https://post.example/</link>

            """
        var text = head
        var number = 0
        while text.utf8.count < kilobytes * 1000 {
            number += 1
            let paragraphs = (0..<6).map { paragraph in
                """
                <p>\(words(number + paragraph, 40)), <a href="/2026/\(number)?part=\(paragraph)&amp;from=feed">see</a>.</p>
                <p><img src="/images/\(number)-\(paragraph).jpg" width="640" height="360" alt="\(words(paragraph, 4))"></p>

                """
            }
            text += """
                <item><title>\(words(number, 9)) &#8211; The Post</title><link>https://post.example/2026/\(number)</link>
                <guid isPermaLink="false">post-\(number)</guid><dc:creator>Newsroom \(number)</dc:creator>
                <pubDate>Sun, 0\(1 + number % 9) Mar 2026 12:\(10 + number % 50):45 GMT</pubDate><category>Harbour</category>
                <description>\(words(number, 25)) &amp;hellip;</description>
                <content:encoded><![CDATA[\(paragraphs.joined())]]></content:encoded></item>

                """
        }
        return Data((text + "</channel></rss>\n").utf8)
    }

    public static func items(count: Int) -> Data {
        Data(
            list(count) { number in
                """
                {"by":"user\(number)","descendants":\(number * 3),"id":\(8_863 + number),\
                "kids":[8952,9224,8917,8884,8887,8943,8869,8958,9005,9671],"score":\(111 + number),"time":\(1_175_714_200 + number),\
                "title":"Show HN: \(words(number, 7))","type":"story","url":"https://site.example/\(number)/article.html"}
                """
            }.utf8)
    }

    public static func movies(count: Int) -> Data {
        let movies = list(count) { number in
            """
            {"adult":false,"backdrop_path":"/aINel9503ompOlGKn4sIVMg09U\(number).jpg","genre_ids":[28,12,878],"id":\(5_000 + number),\
            "original_language":"en","original_title":"\(words(number, 3))","overview":"\(words(number, 50))",\
            "popularity":\(3_000 + number).125,"poster_path":"/ow3wq89wM8qd5X7hWKxiRfsFf\(number).jpg",\
            "release_date":"2026-0\(1 + number % 9)-1\(number % 10)","title":"\(words(number, 3))","video":false,\
            "vote_average":7.\(number % 10),"vote_count":\(number * 31)}
            """
        }
        return Data(
            "{\"page\":1,\"results\":\(movies),\"total_pages\":42,\"total_results\":831}".utf8)
    }

    public static func meals(count: Int) -> Data {
        let meals = list(count) { number in
            let parts = (1...20).map { part in
                "\"strIngredient\(part)\":\"\(part < 12 ? words(part, 2) : "")\""
            }
            let measures = (1...20).map { part in "\"strMeasure\(part)\":\(part < 12 ? "\"\(part) tbs\"" : "\" \"")" }
            return """
                {"idMeal":"\(52_000 + number)","strMeal":"\(words(number, 3))","strMealAlternate":null,"strCategory":"Beef",\
                "strArea":"Irish","strInstructions":"\(words(number, 90))\\r\\n\(words(number + 1, 60))",\
                "strMealThumb":"https://www.themealdb.example/images/media/meals/\(number).jpg","strTags":"Stew,Meat",\
                "strYoutube":"https://www.youtube.example/watch?v=\(number)",\(parts.joined(separator: ",")),\
                \(measures.joined(separator: ",")),"strSource":"","strImageSource":null,"dateModified":null}
                """
        }
        return Data("{\"meals\":\(meals)}".utf8)
    }

    public static func photos(count: Int) -> Data {
        Data(
            list(count) { number in
                """
                {"albumId":\(1 + number / 50),"id":\(number + 1),"title":"\(words(number, 5))",\
                "url":"https://via.placeholder.example/600/\(92_000 + number)",\
                "thumbnailUrl":"https://via.placeholder.example/150/\(92_000 + number)"}
                """
            }.utf8)
    }

    public static func posts(count: Int) -> Data {
        Data(
            list(count) { number in
                """
                {"userId":\(1 + number / 10),"id":\(number + 1),"title":"\(words(number, 6))",\
                "body":"\(words(number, 8))\\n\(words(number, 7))\\n\(words(number, 9))"}
                """
            }.utf8)
    }

    public static func numbers(count: Int) -> Data { Data(list(count) { "\(40_000_000 - $0 * 37)" }.utf8) }

    /// Returns rings of points, as in map data.
    public static func coordinates(count: Int, places: Int) -> Data {
        let ring = list(count) { number in
            let (x, y) = (-141 + 90 * sin(Double(number)), 41 + 42 * cos(Double(number)))
            return String(format: "[%.\(places)f,%.\(places)f]", x, y)
        }
        return Data("[\(ring)]".utf8)
    }

    public static func deep(_ depth: Int) -> Data {
        Data((String(repeating: "[", count: depth) + String(repeating: "]", count: depth)).utf8)
    }

    public static func texts(_ text: String, times: Int, count: Int) -> Data {
        Data(list(count) { _ in "\"\(String(repeating: text, count: times))\"" }.utf8)
    }
}

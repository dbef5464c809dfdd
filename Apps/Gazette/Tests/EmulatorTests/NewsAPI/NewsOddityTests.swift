import Foundation
import Testing

@testable import Emulator

@Suite struct NewsOddityTests {
    private let corpus = InProcess.corpus
    private var articles: [NewsArticle] { corpus.articles.filter { !$0.isRemoved } }

    /// The share of the articles that are so, withdrawn ones left out.
    private func share(_ isSo: (NewsArticle) -> Bool) -> Double {
        Double(articles.count(where: isSo)) / Double(articles.count)
    }

    @Test func theSameDayMakesTheSameNews() {
        let again = NewsCorpus(startOfDay: InProcess.startOfDay)
        #expect(again.articles.map(\.json.text) == corpus.articles.map(\.json.text))
        #expect(again.sources.map(\.id) == corpus.sources.map(\.id))
    }

    @Test func theNextDayMovesEveryArticleByADay() {
        let next = NewsCorpus(startOfDay: InProcess.startOfDay.addingTimeInterval(86_400))
        #expect(next.articles.map(\.titleText) == corpus.articles.map(\.titleText))
        let moves = zip(next.articles, corpus.articles).map { $0.publishedAt.timeIntervalSince($1.publishedAt) }
        #expect(moves.allSatisfy { $0 == 86_400 })
    }

    @Test func thereIsEnoughToRead() {
        #expect(corpus.articles.count >= 600)
        #expect(corpus.sources.count >= 60)
        #expect(Set(articles.map(\.url)).count == articles.count)
        #expect(articles.allSatisfy { !$0.url.contains(" ") && $0.host.hasSuffix(".example") })
    }

    @Test("Every language has news and a source", arguments: NewsParameters.languages)
    func languages(_ language: String) {
        #expect(articles.contains { $0.language == language })
        #expect(corpus.sources.contains { $0.language == language })
    }

    @Test("Every subject has news and a source", arguments: NewsParameters.categories)
    func subjects(_ category: String) {
        #expect(articles.contains { $0.category == category })
        #expect(corpus.sources.contains { $0.category == category })
    }

    @Test func sourcesAreOfListedKinds() {
        for source in corpus.sources {
            #expect(NewsParameters.languages.contains(source.language))
            #expect(NewsParameters.countries.contains(source.country))
            #expect(NewsParameters.categories.contains(source.category))
        }
    }

    @Test func articlesOfASourceSpeakItsLanguage() throws {
        let languages = Dictionary(uniqueKeysWithValues: corpus.sources.map { ($0.id, $0.language) })
        for article in articles {
            guard let id = article.sourceID else { continue }
            #expect(languages[id] == article.language)
        }
    }

    // MARK: - Dates

    @Test func articlesAreOfTheLastThirtyDays() throws {
        let ages = corpus.articles.map { InProcess.startOfDay.timeIntervalSince($0.publishedAt) }
        #expect(ages.allSatisfy { $0 > 0 && $0 <= 30 * 86_400 })
        #expect(try #require(ages.min()) < 3 * 3600)
        #expect(try #require(ages.max()) > 25 * 86_400)
        #expect(ages == ages.sorted())
    }

    @Test func lastDaysHaveMoreNewsThanThoseLongPast() {
        let days = corpus.articles.map { InProcess.startOfDay.timeIntervalSince($0.publishedAt) / 86_400 }
        #expect(days.count { $0 < 5 } > 2 * days.count { $0 > 25 })
    }

    @Test func addressesNameTheDay() {
        for article in articles {
            let day = ISODate.text(of: article.publishedAt).prefix(10).replacingOccurrences(of: "-", with: "/")
            #expect(article.url.hasPrefix("https://\(article.host)/\(day)/"))
        }
    }

    @Test func datesAreWrittenInThreeWays() {
        #expect((0.01...0.12).contains(share { $0.publishedText.hasSuffix(".0000000Z") }))
        #expect((0.01...0.10).contains(share { $0.publishedText.hasSuffix("+00:00") }))
        #expect(share { $0.publishedText.count == 20 && $0.publishedText.hasSuffix("Z") } > 0.8)
    }

    // MARK: - Oddities

    @Test func withdrawnArticlesAreExactlyAsTheServiceSendsThem() throws {
        let removed = corpus.articles.filter(\.isRemoved)
        #expect((0.005...0.04).contains(Double(removed.count) / Double(corpus.articles.count)))
        let expected =
            #"{"source":{"id":null,"name":"[Removed]"},"author":null,"title":"[Removed]","description":"[Removed]","#
            + #""url":"https://removed.com","urlToImage":null,"publishedAt":"1970-01-01T00:00:00Z","#
            + #""content":"[Removed]"}"#
        #expect(removed.allSatisfy { $0.json.text == expected })
    }

    @Test("Outlets outside the index", arguments: [("us", 0.45...0.65), ("it", 0.8...1.0), ("gb", 0.25...0.65)])
    func unlisted(country: String, expected: ClosedRange<Double>) {
        let ofCountry = articles.filter { $0.country == country }
        let unlisted = ofCountry.count { $0.sourceID == nil }
        #expect(expected.contains(Double(unlisted) / Double(ofCountry.count)))
    }

    @Test func authorsComeInManyForms() {
        #expect((0.12...0.28).contains(share { $0.author == nil }))
        #expect(share { $0.author == "" } > 0.01)
        #expect(share { $0.author?.hasPrefix("https://") == true } > 0.01)
        #expect(share { $0.author?.hasPrefix("@") == true } > 0.005)
        #expect(share { $0.author?.contains("<a href=") == true } > 0.01)
        #expect(share { $0.author?.contains(", ") == true } > 0.02)
    }

    @Test func titlesUsuallyNameTheirPublisher() {
        #expect((0.7...0.95).contains(share { $0.title?.hasSuffix(" - \($0.sourceName)") == true }))
        #expect(share { $0.title == nil } < 0.02)
        #expect(articles.contains { $0.title == nil })
    }

    @Test func descriptionsComeInManyForms() {
        #expect((0.01...0.1).contains(share { $0.description == nil }))
        #expect(share { $0.description == "" } > 0.005)
        #expect(share { $0.description?.contains("<p>") == true } > 0.01)
        #expect(share { $0.description?.contains("&#39;") == true || $0.description?.contains("&amp;") == true } > 0)
        #expect(share { $0.description?.contains("\r\n") == true } > 0)
        #expect(share { $0.description?.hasSuffix("…") == true } > 0.02)
    }

    @Test func contentIsCutAndSaysHowMuchIsMissing() throws {
        #expect((0.02...0.12).contains(share { $0.content == nil }))
        for content in articles.compactMap(\.content) {
            let parts = content.components(separatedBy: "… [+")
            #expect(parts.count == 2)
            #expect(parts[0].count <= 200)
            #expect(parts[1].hasSuffix(" chars]"))
            #expect(Int(parts[1].dropLast(" chars]".count)) != nil)
        }
    }

    @Test func picturesComeInManyForms() {
        #expect((0.03...0.15).contains(share { $0.urlToImage == nil }))
        #expect(share { $0.urlToImage == "" } > 0.005)
        #expect(share { $0.urlToImage?.hasPrefix("http://") == true } > 0.01)
        #expect(share { $0.urlToImage?.hasPrefix("/") == true } > 0.005)
        #expect(share { $0.urlToImage?.contains(" ") == true } > 0.01)
        #expect(share { $0.urlToImage?.hasSuffix(".gif") == true } > 0.01)
        #expect(share { $0.urlToImage?.hasPrefix("https://pictures.gazette.example/news/") == true } > 0.7)
    }

    @Test func digestsHaveTitlesOnly() {
        let digests = articles.filter { $0.sourceID?.contains("digest") == true }
        #expect(!digests.isEmpty)
        #expect(digests.allSatisfy { $0.description == nil && $0.urlToImage == nil && $0.content == nil })
    }

    @Test func nothingIsLeftUnfilled() {
        #expect(share { [$0.title, $0.description, $0.content].contains { $0?.contains("{") == true } } == 0)
    }
}

import Foundation
import Testing

@testable import Emulator

/// The contents of the emulated news service.
struct NewsCorpusTests {
    private let today = ISODate.startOfDay(NewsServer.now)
    private let corpus = NewsCorpus(startOfDay: ISODate.startOfDay(NewsServer.now))

    @Test func itIsLargeAndTheSameEachTime() {
        #expect(corpus.sources.count >= 60)
        #expect(corpus.articles.count >= 600)
        let again = NewsCorpus(startOfDay: today)
        #expect(again.articles.map(\.url) == corpus.articles.map(\.url))
        #expect(again.articles.map { $0.json.text } == corpus.articles.map { $0.json.text })
        #expect(Set(corpus.sources.map(\.id)).count == corpus.sources.count)
    }

    @Test func itIsDatedBackFromTheStartOfTheDay() {
        let dates = corpus.articles.map(\.publishedAt)
        #expect(dates.allSatisfy { $0 < today && $0 > today.addingTimeInterval(-30 * 86_400) })
        #expect(dates == dates.sorted(by: >))
        let recent = dates.count { $0 > today.addingTimeInterval(-3 * 86_400) }
        #expect(recent * 10 > dates.count)
    }

    @Test func everyLanguageAndSubjectIsThere() {
        #expect(Set(corpus.articles.map(\.language)) == Set(NewsParameters.languages))
        #expect(Set(corpus.articles.map(\.category)) == Set(NewsParameters.categories))
        #expect(Set(corpus.sources.map(\.language)) == Set(NewsParameters.languages))
    }

    @Test func placesInBracesAreAllFilled() {
        for article in corpus.articles {
            for text in [article.title, article.description, article.content].compactMap(\.self) {
                #expect(!text.contains("{") && !text.contains("}"), "\(text)")
            }
        }
    }

    @Test func odditiesComeInRealisticShares() {
        func share(_ isOdd: (NewsArticle) -> Bool) -> Double {
            Double(corpus.articles.count(where: isOdd)) / Double(corpus.articles.count)
        }
        #expect((0.10...0.35).contains(share { $0.author == nil }))
        #expect((0.01...0.08).contains(share { $0.author?.contains("<a ") == true }))
        #expect((0.005...0.06).contains(share { $0.author?.hasPrefix("https://") == true }))
        #expect((0.005...0.05).contains(share(\.isRemoved)))
        #expect((0.01...0.10).contains(share { $0.content == nil }))
        #expect((0.01...0.10).contains(share { $0.urlToImage?.hasPrefix("http:") == true }))
        #expect((0.03...0.15).contains(share { $0.urlToImage?.isEmpty != false }))
        #expect((0.01...0.10).contains(share { $0.publishedText.contains(".0000000Z") }))
        #expect((0.3...0.8).contains(share { $0.sourceID == nil }))
        #expect((0.6...0.95).contains(share { $0.title?.hasSuffix(" - \($0.sourceName)") == true }))
    }

    @Test func withdrawnArticlesAreExactlyAsTheServiceSendsThem() throws {
        let removed = try #require(corpus.articles.first { $0.isRemoved })
        #expect(
            removed.json.text
                == #"{"source":{"id":null,"name":"[Removed]"},"author":null,"title":"[Removed]","description":"[Removed]","url":"https://removed.com","urlToImage":null,"publishedAt":"1970-01-01T00:00:00Z","content":"[Removed]"}"#
        )
    }
}

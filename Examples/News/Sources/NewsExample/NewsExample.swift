import Foundation
import Freshet
import FreshetCombine
import NewsAPI
import Support

@main @MainActor
enum NewsExample {
    static func main() async throws {
        try await EmulatedServices.run { services in
            // The key is sent in a header field. An app reads the key from its environment (T14).
            let news = Client(NewsAPI(apiKey: "any"), transport: services.transport, cache: nil)
            let model = ArticlesViewModel(news)
            show("Top headlines", try await model.$articles.nextValue())

            model.indexEndpoint = 1
            show("Search: sports", try await model.$articles.nextValue())

            model.searchString = "climate"
            show("Search: climate", try await model.$articles.nextValue())

            model.searchString = "cl"
            let error = try await model.$articlesError.compactMap(\.?.localizedDescription).firstValue()
            show("Search: cl — \(error)", model.articles)

            model.indexEndpoint = 2
            show("Category: science", try await model.$articles.nextValue())

            // An index without a segment is ignored.
            model.indexEndpoint = 7

            let refused = ArticlesViewModel(
                Client(NewsAPI(apiKey: "invalid"), transport: services.transport, cache: nil))
            let reason = try await refused.$articlesError.compactMap(\.?.localizedDescription).firstValue()
            show("Top headlines with a wrong key — \(reason)", refused.articles)

            let sources = SourcesViewModel(news)
            print("\nSources of the US: \(try await sources.$sources.nextValue().count)")
            sources.searchString = "times"
            print("Sources of the US named times: \(sources.sources.compactMap(\.name).joined(separator: ", "))")
        }
    }

    static func show(_ title: String, _ articles: [NewsAPI.Article]) {
        print("\n\(title)")
        for article in articles.prefix(3) {
            // Each of these fields may be null. Force-unwrapping one would crash on ordinary data (T15).
            let day = article.publishedAt?.formatted(.iso8601.year().month().day()) ?? "no date"
            print("  \(article.headline) (\(article.source.name ?? "unknown"), \(day))")
        }
        if articles.isEmpty { print("  nothing") }
    }
}

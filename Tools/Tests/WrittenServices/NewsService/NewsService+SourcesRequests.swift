// Written by "freshet service" from newsapi.yaml. Changes are overwritten.

public import Freshet

extension Request where API == NewsService, Value == NewsService.SourceList {
    /// Requests all sources of the index, with `GET /top-headlines/sources`.
    ///
    /// - Parameters:
    ///   - language: A language, as an ISO 639-1 code.
    public static func sources(
        category: NewsService.Category? = nil,
        language: String? = nil,
        country: String? = nil
    ) -> Self {
        Request("top-headlines/sources", query: ["category": category, "language": language, "country": country])
    }
}

import Testing

@testable import Emulator

@Suite struct SourcesTests {
    @Test func theIndexComesWhole() async throws {
        let response = try await InProcess.get("/v2/top-headlines/sources")
        #expect(response.text.hasPrefix(#"{"status":"ok","sources":[{"id":"#))
        let sources = try response.decoded(as: SourceList.self).sources
        #expect(sources.count >= 60)
        #expect(Set(sources.map(\.id)).count == sources.count)
        #expect(sources.allSatisfy { !$0.name.isEmpty && !$0.description.isEmpty })
        #expect(sources.contains { $0.url.hasPrefix("http:") })
        #expect(sources.allSatisfy { $0.url.hasSuffix(".example") })
    }

    @Test func theOlderPathRespondsTheSame() async throws {
        let newer = try await InProcess.get("/v2/top-headlines/sources?category=science")
        let older = try await InProcess.get("/v2/sources?category=science")
        #expect(newer.bytes == older.bytes)
    }

    @Test("Subjects", arguments: NewsParameters.categories)
    func subjects(_ category: String) async throws {
        let sources = try await InProcess.sources("/v2/sources?category=\(category)")
        #expect(!sources.isEmpty)
        #expect(sources.allSatisfy { $0.category == category })
    }

    @Test("Languages", arguments: NewsParameters.languages)
    func languages(_ language: String) async throws {
        let sources = try await InProcess.sources("/v2/sources?language=\(language)")
        #expect(!sources.isEmpty)
        #expect(sources.allSatisfy { $0.language == language })
    }

    @Test("Countries", arguments: ["us", "gb", "de", "pk"])
    func countries(_ country: String) async throws {
        let sources = try await InProcess.sources("/v2/sources?country=\(country)")
        #expect(!sources.isEmpty)
        #expect(sources.allSatisfy { $0.country == country })
    }

    @Test func filtersNarrowEachOther() async throws {
        let sources = try await InProcess.sources("/v2/sources?category=technology&language=en&country=us")
        #expect(!sources.isEmpty)
        #expect(sources.allSatisfy { $0.category == "technology" && $0.language == "en" && $0.country == "us" })
    }

    @Test func nothingIsAnEmptyList() async throws {
        let response = try await InProcess.get("/v2/sources?country=us&language=sv")
        #expect(response.text == #"{"status":"ok","sources":[]}"#)
    }
}

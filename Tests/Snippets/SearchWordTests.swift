import Foundation
import Testing

/// Sees that the words people search for lead to the guide that they need.
struct SearchWordTests {
    /// A word, and the name of the page that it should find.
    struct Search: Sendable, CustomTestStringConvertible {
        let word: String
        let page: String

        init(_ word: String, _ page: String) {
            self.word = word
            self.page = page
        }

        var testDescription: String { "\(word): \(page)" }
    }

    static let searches = [
        Search("fetch JSON", "GettingStarted"),
        Search("REST API", "DescribingAnAPI"),
        Search("header", "DescribingAnAPI"),
        Search("post a form", "DescribingAnAPI"),
        Search("multipart", "Uploading"),
        Search("upload", "Uploading"),
        Search("progress", "Uploading"),
        Search("download", "ResumingDownloads"),
        Search("resume", "ResumingDownloads"),
        Search("redirect", "StatusesAndRedirects"),
        Search("timeout", "Defaults"),
        Search("cancel", "Cancellation"),
        Search("parallel", "Operators"),
        Search("debounce", "LoadingStates"),
        Search("spinner", "LoadingStates"),
        Search("search as you type", "LoadingStates"),
        Search("empty state", "LoadingStates"),
        Search("pagination", "ListsWithoutEnd"),
        Search("infinite scroll", "ListsWithoutEnd"),
        Search("page numbers", "Pagination"),
        Search("cursor", "Pagination"),
        Search("pull to refresh", "Caching"),
        Search("polling", "UsingResources"),
        Search("stale-while-revalidate", "UsingResources"),
        Search("optimistic", "WritesThatShowAtOnce"),
        Search("roll", "WritesThatShowAtOnce"),
        Search("offline", "WriteOffline"),
        Search("outbox", "WriteOffline"),
        Search("conflict", "ResolvingConflicts"),
        Search("idempotency key", "WritingSafely"),
        Search("If-Match", "WritingSafely"),
        Search("invalidate", "Invalidation"),
        Search("React Query", "ResourcesAndTanStackQuery"),
        Search("ETag", "Caching"),
        Search("cache", "Caching"),
        Search("TTL", "Caching"),
        Search("deduplicate", "SharingRequests"),
        Search("coalescing", "SharingRequests"),
        Search("retry", "Retrying"),
        Search("backoff", "Retrying"),
        Search("rate limit", "Retrying"),
        Search("throttle", "Retrying"),
        Search("circuit breaker", "Retrying"),
        Search("reachability", "UsingResources"),
        Search("error", "Errors"),
        Search("API key", "SigningIn"),
        Search("basic auth", "SigningIn"),
        Search("bearer token", "SigningIn"),
        Search("OAuth 2", "SigningIn"),
        Search("PKCE", "SigningIn"),
        Search("device flow", "SigningIn"),
        Search("refresh an access token", "SigningIn"),
        Search("log out", "SigningIn"),
        Search("cookies", "Cookies"),
        Search("certificate pinning", "Connections"),
        Search("self-signed", "Connections"),
        Search("proxy", "Connections"),
        Search("WebSocket", "Limitations"),
        Search("background", "Limitations"),
        Search("OpenAPI", "Limitations"),
        Search("middleware", "Interceptors"),
        Search("interceptor", "Interceptors"),
        Search("log requests", "ObservingCalls"),
        Search("curl", "ObservingCalls"),
        Search("inspect", "LookInside"),
        Search("OpenTelemetry", "TracingAndMetrics"),
        Search("OTLP", "TracingAndMetrics"),
        Search("metrics", "TracingAndMetrics"),
        Search("SSE", "EventStreams"),
        Search("server-sent events", "EventStreams"),
        Search("NDJSON", "StreamingValues"),
        Search("GraphQL", "GraphQL"),
        Search("snake_case", "Decoding"),
        Search("dates", "JSON"),
        Search("XML", "Decoding"),
        Search("broken", "ReadingUntidyJSON"),
        Search("mock", "Testing"),
        Search("stub", "Testing"),
        Search("VCR", "RecordAndReplay"),
        Search("SwiftUI", "OneViewModelFourScreens"),
        Search("UIKit", "OneViewModelFourScreens"),
        Search("Linux", "PlatformsAndTraits"),
        Search("SwiftNIO", "PlatformsAndTraits"),
        Search("command-line tool", "GettingStarted"),
        Search("main queue", "ChoosingAFace"),
        Search("Alamofire", "ComingFromAlamofire"),
    ]

    private static let root = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The texts of the pages of all catalogues, by their names.
    private static let pages: [String: String] = {
        var pages = [String: String]()
        for name in ["Sources", "Services/Sources"] {
            let folder = root.appending(path: name)
            for path in (try? FileManager.default.subpathsOfDirectory(atPath: folder.path)) ?? []
            where path.contains(".docc/") && path.hasSuffix(".md") {
                let file = folder.appending(path: path)
                pages[file.deletingPathExtension().lastPathComponent] = try? String(contentsOf: file, encoding: .utf8)
            }
        }
        return pages
    }()

    /// The entries of the page *How do I …?*, each with its heading.
    private static func entries() throws -> [Substring] {
        let page = try #require(pages["HowDoI"])
        return page.split(separator: "\n## ").flatMap { $0.split(separator: "\n### ").dropFirst() }
    }

    @Test("Words that people search for find their guide", arguments: searches)
    func aWordFindsItsGuide(_ search: Search) throws {
        let page = try #require(Self.pages[search.page])
        let word = try Regex("\\b" + NSRegularExpression.escapedPattern(for: search.word)).ignoresCase()
        let title = page.prefix { $0 != "\n" }
        let opening = page.dropFirst(title.count).split(whereSeparator: \.isWhitespace).prefix(120)
        let isNamed = try Self.entries().contains { entry in
            entry.contains("<doc:\(search.page)>") && entry.contains(word)
        }
        #expect(isNamed || title.contains(word) || opening.joined(separator: " ").contains(word))
    }

    @Test func everyTaskLeadsToAGuideOrAType() throws {
        let entries = try Self.entries()
        #expect(entries.count > 40)
        for entry in entries {
            #expect(entry.contains("<doc:") || entry.contains("``/"), "\(entry.prefix { $0 != "\n" })")
        }
    }
}

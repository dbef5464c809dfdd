import Testing

@testable import Emulator

@Suite struct HostileMovieTests {
    private static let values = [
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e400", "NaN", "inf", "0x10", "%2B1",
        "%FF", "%00", "%", "%4", "%zz", "%D9%A1", "+", "%0d%0aX-Evil:1", "..%2F..%2Fetc%2Fpasswd", "%F0%9F%98%80",
        "e%CC%81", ",,,,", "%7C%7C", "|", "(", "\\", String(repeating: "9", count: 20_000),
        String(repeating: "a,", count: 20_000), String(repeating: "a%20", count: 10_000),
    ]

    @Test("No value breaks a list", arguments: values)
    func parameters(_ value: String) async throws {
        for name in ["page", "language", "region", "api_key"] {
            try await check("/movie/popular?\(name)=\(value)")
            try await check("/movie/now_playing?\(name)=\(value)")
        }
        for name in [
            "sort_by", "with_genres", "without_genres", "with_cast", "with_crew", "with_people", "with_companies",
            "year", "primary_release_date.gte", "release_date.lte", "vote_average.gte", "vote_count.lte",
            "with_runtime.gte", "with_original_language", "with_origin_country", "include_adult",
        ] {
            try await check("/discover/movie?\(name)=\(value)")
        }
    }

    @Test("No value breaks a search", arguments: values)
    func search(_ value: String) async throws {
        for kind in ["movie", "person", "multi"] {
            try await check("/search/\(kind)?query=\(value)&year=\(value)")
            try await check("/search/\(kind)?query=the&page=\(value)")
        }
    }

    @Test("No value breaks a path", arguments: values)
    func paths(_ value: String) async throws {
        for path in ["/movie/", "/person/", "/collection/", "/search/", "/trending/all/", "/", "/movie/10007/"] {
            try await check("\(path)\(value)")
        }
        try await check("/movie/10007?append_to_response=\(value)")
    }

    private func check(_ path: String) async throws {
        let response = try await Movies.get(path)
        #expect([200, 400, 404, 422].contains(response.status), "\(path.prefix(120)): \(response.status)")
        #expect(throws: Never.self, "\(path.prefix(120))") { try response.json() }
    }
}

import Testing

@testable import Emulator

@Suite struct HostileValuesTests {
    private static let values = [
        "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1e400", "NaN", "0x10", "%2B1", "1.5",
        "%FF", "%FF%FE%00", "%00", "%", "%4", "%zz", "%2", "%D9%A1", "+", "%20", "%0d%0aX-Evil:1",
        "'%22%3E%3Cscript%3E",
        "..%2F..%2Fetc%2Fpasswd", "%F0%9F%98%80", "\\", "%E2%80%8F", "e%CC%81", ",", ",,,,", "%2C%2C", "(", "%22", "-",
        String(repeating: "(", count: 500), String(repeating: "%28", count: 20_000),
        String(repeating: "a,", count: 20_000),
        String(repeating: "%22-", count: 250), String(repeating: "NOT%20", count: 100),
    ]
    private static let oddDates = [
        "%D9%A2%D9%A0%D9%A2%D9%A6-%D9%A0%D9%A3-%D9%A0%D9%A1", "0000-00-00", "0001-01-01", "9999-12-31", "2026-13-01",
        "2026-02-30", "2026-03-01T", "2026-03-01T25:00:00", "2026-03-01T23:59:60", "2026-03-01T01:02:03.", "2026-3-1",
        "-026-03-01", "2026-03-01T01:02:03+99:00", "20260301", "2026-03-01T01:02:03.1234567Z",
    ]

    @Test("No value of a search breaks it", arguments: values)
    func everything(_ value: String) async throws {
        for name in [
            "q", "qInTitle", "searchIn", "sources", "domains", "excludeDomains", "from", "to", "language", "sortBy",
            "pageSize", "page",
        ] {
            try await check("/v2/everything?\(name)=\(value)&pageSize=1")
            try await check("/v2/everything?\(name)=\(value)&domains=example&pageSize=1")
        }
    }

    @Test("No value of the headlines breaks them", arguments: values)
    func headlines(_ value: String) async throws {
        for name in ["country", "category", "sources", "q", "language", "pageSize", "page"] {
            try await check("/v2/top-headlines?\(name)=\(value)&pageSize=1")
        }
        try await check("/v2/sources?category=\(value)&country=\(value)&language=\(value)")
    }

    @Test("No date breaks a search", arguments: oddDates)
    func dates(_ date: String) async throws {
        try await check("/v2/everything?q=rain&from=\(date)&to=\(date)")
        try await check("/v2/everything?q=rain&to=\(date)")
    }

    @Test(
        "No query breaks the service",
        arguments: ["", "?", "?&&&", "?=", "?=a", "?q", "?q=a&q=b", "?q=a?b=c", "?%71=rain", "?q[]=1", "?q=a#b"])
    func queries(_ query: String) async throws {
        try await check("/v2/everything\(query)")
        try await check("/v2/top-headlines\(query)")
        try await check("/v2/sources\(query)")
    }

    private func check(_ path: String) async throws {
        let response = try await InProcess.get(path)
        let shown = path.prefix(120)
        switch response.status {
        case 200:
            #expect(response.text.hasPrefix(#"{"status":"ok","#), "\(shown)")
        case 400, 426:
            #expect(try response.decoded(as: ErrorBody.self).status == "error", "\(shown)")
            #expect(response.bytes.count < 1000, "\(shown)")
        default:
            Issue.record("\(shown) got status \(response.status)")
        }
    }
}

import Foundation
import FreshetCookies
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

/// A jar on disk.
@Suite(.timeLimit(.minutes(5)))
final class CookieFileTests {
    private let folder = FileManager.default.temporaryDirectory
        .appendingPathComponent("cookies-\(UUID().uuidString)", isDirectory: true)
    private var file: URL { folder.appendingPathComponent("below/cookies.json") }
    private let later = Date(timeIntervalSince1970: 1_800_000_000)

    deinit { try? FileManager.default.removeItem(at: folder) }

    private func permissions(_ url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        return try #require((attributes[.posixPermissions] as? NSNumber)?.intValue)
    }

    private func write(_ data: Data) throws {
        try FileManager.default.createDirectory(
            at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        try data.write(to: file)
    }

    private func cookie(_ name: String, _ value: String = "v", expires: Date? = nil) -> Cookie {
        Cookie(name: name, value: value, domain: "shop.example", expires: expires)
    }

    @Test func cookiesComeBackAsTheyWere() async throws {
        let jar = CookieJar(file: file)
        let all = [
            Cookie(name: "a", value: "ä \"1\"", domain: "shop.example", expires: later),
            Cookie(
                name: "", value: "only", domain: "shop.example", isHostOnly: false, path: "/x", isSecure: false,
                isHTTPOnly: false, sameSite: .strict, expires: later),
            Cookie(name: "b", value: "", domain: "[::1]", sameSite: Cookie.SameSite.none, expires: later),
        ]
        for cookie in all { #expect(await jar.set(cookie)) }
        #expect(CookieJar(file: file).cookies == all)
        #expect(jar.fileProblem == nil)
    }

    @Test func onlyTheOwnerCanReadTheFile() async throws {
        await CookieJar(file: file).set(cookie("a", expires: later))
        #expect(try permissions(file) == 0o600)
        #expect(try permissions(file.deletingLastPathComponent()) == 0o700)
        #expect(try FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path).count == 1)
        // A file that others could read is replaced.
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file.path)
        await CookieJar(file: file).set(cookie("b", expires: later))
        #expect(try permissions(file) == 0o600)
        #expect(CookieJar(file: file).cookies.map(\.name) == ["a", "b"])
    }

    @Test func cookiesOfASessionEndWithTheProcess() async throws {
        let jar = CookieJar(file: file)
        await jar.set(cookie("session"))
        #expect(!FileManager.default.fileExists(atPath: file.path))
        await jar.set(cookie("lasting", expires: later))
        #expect(CookieJar(file: file).cookies.map(\.name) == ["lasting"])
        // One that replaced a lasting one is gone, too.
        await jar.set(cookie("lasting"))
        #expect(CookieJar(file: file).cookies.isEmpty)

        await CookieJar(file: file, keepsSessionCookies: true).set(cookie("session"))
        #expect(CookieJar(file: file).cookies.map(\.name) == ["session"])
    }

    @Test func anEmptiedJarLeavesNothingInTheFile() async throws {
        let jar = CookieJar(file: file)
        await jar.set(cookie("a", "hush-hush", expires: later))
        await jar.removeAll()
        #expect(try !String(decoding: Data(contentsOf: file), as: UTF8.self).contains("hush-hush"))
        #expect(CookieJar(file: file).cookies.isEmpty)
    }

    @Test func aCallGoesOnWhenItsCookiesAreInTheFile() async throws {
        let jar = CookieJar(file: file)
        let (client, _) = Shop.client(cookies: jar, time: ManualClock().time) { _ in
            StubTransport.Response(headers: [.setCookie: "a=1; Max-Age=60"], chunks: [Data("{}".utf8)])
        }
        _ = try await client.data(for: .item("tea"))
        #expect(CookieJar(file: file).cookies.map(\.name) == ["a"])
    }

    @Test func whatHasEndedLeavesTheFile() async throws {
        let (clock, counter) = (ManualClock(), Counter())
        let (client, _) = Shop.client(cookies: CookieJar(file: file), time: clock.time) { _ in
            let number = counter.next
            let cookie = "c\(number)=hush\(number); Max-Age=60; Path=/nowhere"
            return StubTransport.Response(headers: [.setCookie: cookie], chunks: [Data("{}".utf8)])
        }
        _ = try await client.data(for: .item("tea"))
        clock.advance(by: .seconds(60))
        _ = try await client.data(for: .item("tea"))
        let text = try String(contentsOf: file, encoding: .utf8)
        #expect(!text.contains("hush1") && text.contains("hush2"))
    }

    @Test func ofManyWritersAtOnceEachIsInTheFile() async throws {
        let jar = CookieJar(file: file)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<40 {
                group.addTask { [later, file] in
                    await jar.set(Cookie(name: "c\(number)", value: "1", domain: "shop.example", expires: later))
                    #expect(CookieJar(file: file).cookies.contains { $0.name == "c\(number)" })
                }
            }
        }
        #expect(Set(CookieJar(file: file).cookies.map(\.name)).count == 40)
    }

    // MARK: - Damage

    @Test func aDamagedFileIsReportedAndReplaced() async throws {
        try write(Data(#"{"version":1,"cookies":[{"name":"hush-hush"#.utf8))
        let jar = CookieJar(file: file)
        #expect(jar.cookies.isEmpty && jar.fileProblem?.kind == .damaged)
        let events = EventRecorder()
        let (client, _) = Shop.client(cookies: jar, observers: [events], time: ManualClock().time) { _ in .json("{}") }
        for _ in 0..<2 { _ = try await client.data(for: .item("tea")) }
        let steps = events.events.compactMap { if case .cookies(let step) = $0.step { step } else { nil } }
        #expect(steps.map(\.action) == [.fileFailed])
        #expect(!"\(steps)".contains("hush"))
        await jar.set(cookie("a", expires: later))
        #expect(jar.fileProblem == nil && CookieJar(file: file).cookies.map(\.name) == ["a"])
    }

    @Test func oneDamagedCookieCostsNoOther() async throws {
        let rows = ["one", #"two\r\nX: y"#, "three"].map { name in
            #"{"name":"\#(name)","value":"v","domain":"a.example","#
                + #""hostOnly":true,"path":"/","secure":true,"httpOnly":true}"#
        }
        try write(Data(#"{"version":1,"cookies":[\#(rows.joined(separator: ",")),7,{"name":1}]}"#.utf8))
        let jar = CookieJar(file: file)
        #expect(jar.cookies.map(\.name) == ["one", "three"])
        #expect(jar.fileProblem == CookieFileProblem(kind: .damaged, reason: "3 cookies are unusable"))
    }

    @Test func noDamageDoesMoreThanLoseCookies() async throws {
        let jar = CookieJar(file: file)
        for number in 0..<5 { await jar.set(cookie("c\(number)", expires: later)) }
        let whole = try Data(contentsOf: file)
        var random = SeededRandom(seed: 7)
        for length in 0..<TestLength.count(100, long: whole.count) {
            try write(whole.prefix(length))
            let jar = CookieJar(file: file)
            #expect(jar.cookies.isEmpty && jar.fileProblem != nil)
        }
        for _ in 0..<TestLength.count(100, long: 5_000) {
            var damaged = whole
            damaged[Int.random(in: 0..<whole.count, using: &random)] = .random(in: .min ... .max, using: &random)
            try write(damaged)
            #expect(CookieJar(file: file).cookies.allSatisfy(CookieRules.isSound))
        }
    }

    @Test func aFileOfAnotherVersionIsNotRead() throws {
        try write(Data(#"{"version":2,"cookies":[]}"#.utf8))
        #expect(CookieJar(file: file).fileProblem?.kind == .damaged)
    }

    @Test func aFileThatCannotBeWrittenIsReportedAndTheJarGoesOn() async throws {
        try write(Data())
        // Its folder is a file.
        let jar = CookieJar(file: file.appendingPathComponent("cookies.json"))
        await jar.set(cookie("a", expires: later))
        #expect(jar.cookies.map(\.name) == ["a"])
        #expect(jar.fileProblem?.kind == .notWritten)
    }
}

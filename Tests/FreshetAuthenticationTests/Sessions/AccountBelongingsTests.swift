import Foundation
import FreshetCore
import FreshetTesting
import FreshetTransfers
import HTTPTypes
import Testing

@testable import FreshetAuthentication
@testable import FreshetCookies

/// What else belongs to an account: cookies, partial files, and who learns of changes.
@Suite(.timeLimit(.minutes(5)))
struct AccountBelongingsTests {
    private let office = TicketOffice()

    // MARK: - Cookies

    /// Sets a cookie, numbered by the requests, where a request has none.
    private func setCookies() {
        let counter = Counter()
        office.onShop { [office] request in
            let number = counter.next
            let fields = request.head.headerFields
            return office.response(to: request, headers: fields[.cookie] == nil ? [.setCookie: "c=\(number)"] : [:])
        }
    }

    private var sentCookies: [String?] { office.shopServer.requests.map { $0.head.headerFields[.cookie] } }

    @Test func cookiesBelongToTheAccount() async throws {
        setCookies()
        let session = office.session()
        let jar = CookieJar()
        let client = office.client(session) { $0.cookies = jar }
        func call(_ count: Int) async throws { for _ in 0..<count { _ = try await client.value(for: .own()) } }
        try await call(2)
        try await session.signIn(office.issue("ann"), account: "ann")
        try await call(2)
        try await session.signIn(office.issue("ben"), account: "ben")
        try await call(1)
        try await session.signIn(office.issue("ann"), account: "ann")
        try await call(1)
        #expect(jar.cookies.map(\.value).sorted() == ["1", "3", "5"])
        try await session.signOut()
        #expect(jar.cookies.map(\.value).sorted() == ["1", "5"])
        try await call(1)
        try await session.signIn(office.issue("ann"), account: "ann")
        try await call(1)
        #expect(sentCookies == [nil, "c=1", nil, "c=3", nil, "c=3", "c=1", nil])
    }

    @Test func aRequestWithoutATokenHasTheCookiesOfNobody() async throws {
        setCookies()
        let session = office.session(.init(isCovered: { !$0.path.hasSuffix("/open") }))
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session) { $0.cookies = CookieJar() }
        for name in ["tea", "open", "tea", "open"] { _ = try await client.value(for: .own(name)) }
        #expect(sentCookies == [nil, nil, "c=1", "c=2"])
    }

    @Test func aLateResponseSetsNoCookieOfAnAccountThatHasSignedOut() async throws {
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let jar = CookieJar()
        let target = CookieTarget(host: "shop.example", path: "/", isSecure: true)
        let (ann, now) = (session.callAccount, Date())
        let ofAnn = jar.sending(to: target, of: ann.identity, at: now).time
        let ofNobody = jar.sending(to: target, of: "", at: now).time
        await jar.removeAll(ofAccount: ann.identity)
        #expect(jar.take(["c=1"], from: target, ofAnn, at: now).steps.map(\.action) == [.refused])
        #expect(jar.take(["c=2"], from: target, ofNobody, at: now).steps.map(\.action) == [.stored])
        #expect(jar.cookies.map(\.value) == ["2"])
    }

    @Test func theFileKeepsTheCookiesOfAccountsApart() async throws {
        setCookies()
        let file = FileManager.default.temporaryDirectory.appending(path: "cookies-\(UUID().uuidString).json")
        defer { try? FileManager.default.removeItem(at: file) }
        for name in ["ann", "ben", "ann"] {
            // As in a new process.
            let session = office.session()
            try await session.signIn(office.issue(name), account: name)
            let jar = CookieJar(file: file, keepsSessionCookies: true)
            _ = try await office.client(session) { $0.cookies = jar }.value(for: .own())
            let text = try String(contentsOf: file, encoding: .utf8)
            #expect(!text.contains(name) && !text.contains(session.callAccount.identity))
        }
        #expect(sentCookies == [nil, nil, "c=1"])
    }

    // MARK: - Functions

    @Test func functionsRunWhenTheirAccountSignsOut() async throws {
        let session = office.session()
        let client = office.client(session)
        #expect(client.account == nil)
        try await session.signIn(office.issue(), account: "ann")
        let ann = try #require(client.account)
        let runs = Lock<[Int]>([])
        #expect(ann.onSignOut("file") { runs.withLock { $0.append(1) } })
        // Instead of the first.
        #expect(ann.onSignOut("file") { runs.withLock { $0.append(2) } })
        try await session.signIn(office.issue("ben"), account: "ben")
        try await session.signOut()
        #expect(runs.withLock { $0 } == [])
        for _ in 1...2 {
            try await session.signIn(office.issue(), account: "ann")
            try await session.signOut()
        }
        #expect(runs.withLock { $0 } == [2])
        #expect(!ann.onSignOut("file") { runs.withLock { $0.append(3) } })
    }

    // MARK: - Downloads

    private func folder() throws -> URL {
        let folder = FileManager.default.temporaryDirectory.appending(path: "accounts-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        return folder
    }

    private static let file = Request<Shop, Data>("file", reading: .data)

    /// Cuts the first response to each account, and any other that asks for no part.
    private func cutDownloads() {
        office.onShop { request in
            let fields = request.head.headerFields
            let start = fields[.range].flatMap { Int($0.dropFirst(6).prefix { $0 != "-" }) } ?? 0
            var headers: HTTPFields = [.eTag: "\"1\"", .contentLength: "\(300 - start)"]
            if start > 0 { headers[.contentRange] = "bytes \(start)-299/300" }
            let bytes = Data(repeating: 7, count: start > 0 ? 300 - start : 100)
            return StubTransport.Response(
                status: start > 0 ? 206 : 200, headers: headers, chunks: [bytes],
                failure: start > 0 ? nil : FetchError(.connectionLost))
        }
    }

    private var sentRanges: [String?] { office.shopServer.requests.map { $0.head.headerFields[.range] } }

    private func download(_ client: Client<Shop>, to target: URL) async -> FetchError? {
        await failure { () async throws(FetchError) in try await client.download(Self.file, to: target) }
    }

    @Test func theSignOutRemovesThePartialFilesOfTheAccount() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let (mine, open) = (folder.appending(path: "mine"), folder.appending(path: "open"))
        let session = office.session()
        let client = office.client(session)
        cutDownloads()
        #expect(await download(client, to: open)?.kind == .connectionLost)
        try await session.signIn(office.issue(), account: "ann")
        #expect(await download(client, to: mine)?.kind == .connectionLost)
        #expect(PartialDownload.bytes(for: mine) == 100)
        try await session.signOut()
        #expect(PartialDownload.bytes(for: mine) == nil)
        // That of nobody stays.
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == [
                ".open.part", ".open.part.json",
            ])
    }

    @Test func noAccountResumesTheDownloadOfAnother() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let target = folder.appending(path: "file")
        let session = office.session()
        let client = office.client(session)
        cutDownloads()
        for name in ["ann", "ben"] {
            try await session.signIn(office.issue(name), account: name)
            _ = await download(client, to: target)
        }
        try await session.signIn(office.issue("ann"), account: "ann")
        _ = await download(client, to: target)
        // Nor does the sign-out of one remove the file of another.
        try await session.signIn(office.issue("ben"), account: "ben")
        try await session.signOut()
        #expect(PartialDownload.bytes(for: target) == 100)
        try await session.signIn(office.issue("ann"), account: "ann")
        #expect(await download(client, to: target) == nil)
        #expect(sentRanges == [nil, nil, nil, "bytes=100-"])
    }

    @Test func theSignOutEndsADownloadAndRemovesItsFile() async throws {
        let folder = try folder()
        defer { try? FileManager.default.removeItem(at: folder) }
        let target = folder.appending(path: "file")
        let gate = Gate()
        let session = office.session()
        try await session.signIn(office.issue(), account: "ann")
        let client = office.client(session) { $0.retry = RetryPolicy(base: .zero) }
        let first = Counter()
        let begin = StubTransport.Response(
            headers: [.eTag: "\"1\"", .contentLength: "300"], chunks: [Data(count: 100)],
            failure: FetchError(.connectionLost))
        office.onShop { _ in
            if first.next == 1 { return begin }
            await gate.wait()
            return nil
        }
        async let error = download(client, to: target)
        try await gate.waitUntilWaiting()
        #expect(PartialDownload.bytes(for: target) == 100)
        try await session.signOut()
        #expect(await error?.isCancellation == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
        gate.open()
    }

    // MARK: - Observers

    @Test func observersAreInformedBeforeASignInOrASignOutReturns() async throws {
        let session = office.session()
        let seen = Lock<[SessionState]>([])
        let repeats = Lock(0)
        var observation: AccountObservation? = session.observeAccount { isSame in
            // The session can be asked: it holds no lock.
            let state = session.current
            seen.withLock { $0.append(state) }
            if isSame { repeats.withLock { $0 += 1 } }
        }
        try await session.signIn(office.issue(), account: "ann")
        #expect(seen.withLock { $0 } == [.signedIn(account: "ann")])
        try await session.signIn(office.issue("ben"), account: "ben")
        #expect(seen.withLock { $0.count } == 2)
        try await session.signOut()
        #expect(seen.withLock { $0.last } == .signedOut)
        try await session.signOut()
        #expect(seen.withLock { $0.count } == 3)
        #expect(repeats.withLock { $0 } == 0)
        for _ in 0..<2 { try await session.signIn(office.issue(), account: "ann") }
        #expect(seen.withLock { $0.count } == 5)
        #expect(repeats.withLock { $0 } == 1)
        withExtendedLifetime(observation) {}
        observation = nil
        try await session.signIn(office.issue(), account: "ann")
        #expect(seen.withLock { $0.count } == 5)
    }
}

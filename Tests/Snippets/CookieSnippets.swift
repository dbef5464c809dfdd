import Foundation
import Freshet
import FreshetTesting
import HTTPTypes
import Testing

// The code of the guide Cookies.

func signedInClient(_ jar: CookieJar) -> Client<Weather> {
    var configuration = ClientConfiguration.platform
    configuration.cookies = jar
    return Client(Weather(), configuration)
}

func jarOfThisAccount(in folder: URL) -> CookieJar {
    CookieJar(file: folder.appendingPathComponent("cookies.json"))
}

func signOut(_ jar: CookieJar) async {
    await jar.removeAll()
}

func jar(withListAt file: URL) throws -> CookieJar {
    let list = try String(contentsOf: file, encoding: .utf8)
    return CookieJar(suffixes: PublicSuffixes(list: list))
}

func jarThatCountsSessions() -> CookieJar {
    CookieJar(identifiedBy: ["session"])
}

@Suite
struct CookieSnippetTests {
    @Test func aCookieGoesWithTheRequest() async throws {
        let jar = CookieJar()
        await jar.set(Cookie(name: "session", value: "1", domain: "weather.example"))
        let stub = StubTransport { _ in .json(#"{"text":"Rain"}"#) }
        var configuration = ClientConfiguration(transport: stub, cache: nil)
        configuration.cookies = jar
        _ = try await Client(Weather(), configuration).value(for: .forecast(for: "Oslo"))
        #expect(stub.requests.map { $0.head.headerFields[.cookie] } == ["session=1"])
        await signOut(jar)
        #expect(jar.cookies.isEmpty)
    }

    @Test func aClientOfTheGuideHasItsJar() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "cookies-\(UUID().uuidString)")
        let jar = jarOfThisAccount(in: folder)
        #expect(signedInClient(jar).configuration.cookies === jar)
        #expect(throws: (any Error).self) { try Snippets.jar(withListAt: folder) }
        #expect(jarThatCountsSessions().cookies.isEmpty)
    }
}

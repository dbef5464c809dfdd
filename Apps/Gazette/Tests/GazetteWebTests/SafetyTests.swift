import Foundation
import Freshet
import FreshetTapes
import FreshetTesting
import HTTPTypes
import Testing

@testable import GazetteWeb
@testable import Hosts

/// The treatment of hostile contents, addresses and foreign pages.
@Suite(.timeLimit(.minutes(2)))
struct SafetyTests {
    @Test func everyResponseCarriesTheSameRules() async throws {
        try await Site.onResponse(.json("{}")) { get in
            for path in ["/nope", "/healthz", "/picture/a/b", "/assets/none"] {
                let response = try await get(path, [:])
                #expect(response.headers[.contentSecurityPolicy]?.hasPrefix("default-src 'none'") == true)
                #expect(response.headers[.xContentTypeOptions] == "nosniff")
                #expect(response.headers[HTTPField.Name("Referrer-Policy")!] == "same-origin")
            }
        }
    }

    @Test func contentsFromOutsideComeOutAsText() async throws {
        let title = #"<script>alert(1)</script><img src=x onerror=alert(1)> \"quoted\" & <b>bold</b>"#
        let article = """
            {"source":{"id":null,"name":"<svg onload=alert(1)>"},"author":"<a href=javascript:x>","title":"\(title)",\
            "description":"<iframe src=//x></iframe>","url":"javascript:alert(1)","urlToImage":"javascript:alert(1)",\
            "publishedAt":"2026-11-20T10:00:00Z","content":"'\\"><script>"}
            """
        try await Site.onResponse(.json(#"{"status":"ok","totalResults":1,"articles":[\#(article)]}"#)) { get in
            for path in ["/news", "/news?q=%22%3E%3Cscript%3Ealert(1)%3C/script%3E"] {
                let page = try await get(path, [:])
                #expect(page.count(of: "<article") == 1)
                for hostile in [
                    "<script>", "<img src=x", "<svg onload", "<iframe", "href=\"javascript", "src=\"javascript",
                ] {
                    #expect(!page.text.contains(hostile))
                }
            }
        }
    }

    @Test func hostileCommentsComeOutAsTheirText() async throws {
        let text =
            #"<a href=\"javascript:alert(1)\">x</a><p><script>alert(1)</script><i>a<b onclick=x>b</b></i><pre><code><img></code></pre>"#
        try await Site.onResponse(.json(#"{"id":1,"type":"story","title":"<u>t</u>","by":"\"><x","text":"\#(text)"}"#))
        {
            get in
            let page = try await get("/hn/item/1", [:])
            for hostile in ["<script>", "javascript:", "<b onclick", "<img>", "<u>", "\"><x"] {
                #expect(!page.text.contains(hostile))
            }
        }
    }

    @Test(
        "Addresses that no picture may come from",
        arguments: [
            "http://127.0.0.1/a.png", "http://localhost/a.png", "http://2130706433/a.png", "http://0x7f000001/a.png",
            "http://0177.0.0.1/a.png", "http://127.1/a.png", "http://[::1]/a.png", "http://[::ffff:127.0.0.1]/a.png",
            "http://0.0.0.0/a.png", "http://10.0.0.1/a.png", "http://192.168.1.1/a.png", "http://172.16.0.1/a.png",
            "http://169.254.169.254/latest/meta-data", "http://100.64.0.1/a.png", "http://[fe80::1]/a.png",
            "http://[fc00::1]/a.png", "http://[64:ff9b::7f00:1]/a.png", "https://newsapi.example:25/a.png",
            "https://user:word@newsapi.example/a.png", "ftp://newsapi.example/a.png", "file:///etc/passwd",
        ])
    func privateAddresses(address: String) async throws {
        let stub = StubTransport { _ in .json("{}") }
        let source = PictureSource(trusted: ["https://pictures.example"], transport: stub)
        let url = try #require(URL(string: address))
        await #expect(throws: PictureSource.Refusal.self) { try await source.picture(at: url) }
        #expect(stub.requests.isEmpty)
    }

    @Test func aNameThatAlsoLeadsInsideIsRefused() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let both = HostAddress.addresses(of: "127.0.0.1") + HostAddress.addresses(of: "93.184.215.14")
        let source = PictureSource(trusted: [], transport: stub) { _ in both.reversed() }
        let url = try #require(URL(string: "https://two-faced.example/a.png"))
        await #expect(throws: PictureSource.Refusal.forbidden) { try await source.picture(at: url) }
    }

    @Test func aPictureBehindARedirectIsCheckedAtEachStep() async throws {
        let stub = StubTransport { request in
            let targets = ["/moved": "/a.png", "/inside": "https://127.0.0.1/a.png", "/loop": "/loop"]
            if let target = request.head.path.flatMap({ targets[$0] }) {
                return StubTransport.Response(status: 301, headers: [.location: target])
            }
            return StubTransport.Response(chunks: [Data(Self.png + Array("IEND".utf8))])
        }
        let source = PictureSource(trusted: ["https://pictures.example"], transport: stub)
        func url(_ path: String) throws -> URL { try #require(URL(string: "https://pictures.example\(path)")) }
        #expect(try await source.picture(at: url("/moved")).type == "image/png")
        await #expect(throws: PictureSource.Refusal.forbidden) { try await source.picture(at: url("/inside")) }
        await #expect(throws: PictureSource.Refusal.missing) { try await source.picture(at: url("/loop")) }
        #expect(stub.requests.allSatisfy { $0.head.authority == "pictures.example" } && stub.requests.count == 7)
    }

    @Test(
        "Addresses",
        arguments: [
            ("8.8.8.8", true), ("93.184.215.14", true), ("1.1.1.1", true), ("127.0.0.1", false), ("10.1.2.3", false),
            ("100.63.255.255", true), ("100.64.0.0", false), ("100.127.255.255", false), ("100.128.0.0", true),
            ("172.15.0.1", true), ("172.16.0.1", false), ("172.31.255.255", false), ("172.32.0.1", true),
            ("192.0.0.1", false), ("192.0.2.1", false), ("192.168.0.1", false), ("192.169.0.1", true),
            ("198.18.0.1", false), ("198.20.0.1", true), ("198.51.100.1", false), ("203.0.113.9", false),
            ("224.0.0.1", false), ("255.255.255.255", false), ("0.0.0.0", false), ("169.254.169.254", false),
            ("2606:4700::1111", true), ("::1", false), ("::", false), ("fe80::1", false), ("fc00::1", false),
            ("ff02::1", false), ("::ffff:10.0.0.1", false), ("::ffff:8.8.8.8", true), ("64:ff9b::a00:1", false),
            ("64:ff9b::808:808", true), ("2002:7f00:1::", false), ("2001:db8::1", false), ("3fff:fff::1", false),
            ("3fff:1000::1", true), ("2001::1", false),
        ] as [(String, Bool)])
    func addresses(text: String, isPublic: Bool) throws {
        let address = try #require(HostAddress.addresses(of: text).first)
        #expect(AddressGuard.isPublic(address.bytes) == isPublic)
    }

    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    /// Whole pictures, some that break off, and what is none.
    private static let samples: [(bytes: Data, isTaken: Bool)] = [
        (Data(png + Array("…IEND…".utf8)), true), (Data("GIF89a…;".utf8), true),
        (Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0xFF, 0xD9]), true), (webP(length: 8), true),
        (Data(png + [0, 0]), false), (Data("GIF89a…".utf8), false), (Data([0xFF, 0xD8, 0xFF, 0xE0, 0, 0]), false),
        (webP(length: 9), false), (Data("<svg xmlns='http://www.w3.org/2000/svg'/>".utf8), false),
        (Data("<html>".utf8), false), (Data(), false),
    ]

    /// The beginning of a WebP file that says how many bytes follow.
    private static func webP(length: UInt8) -> Data {
        Data(Array("RIFF".utf8) + [length, 0, 0, 0] + Array("WEBPVP8 ".utf8))
    }

    @Test(
        "Only pictures that browsers merely paint are passed on",
        arguments: samples)
    func formats(bytes: Data, isTaken: Bool) async throws {
        let stub = StubTransport { _ in
            StubTransport.Response(status: 200, headers: [.contentType: "image/png"], chunks: [bytes])
        }
        let source = PictureSource(trusted: ["https://pictures.example"], transport: stub)
        let url = try #require(URL(string: "https://pictures.example/a.png"))
        #expect(((try? await source.picture(at: url)) != nil) == isTaken)
    }

    @Test func aTapeHasThePicturesOfAllHostsWhichAreNotResolved() async throws {
        let picture = Data(Self.png + Array("…IEND…".utf8))
        let stub = StubTransport { _ in
            StubTransport.Response(headers: [.contentType: "image/png"], chunks: [picture])
        }
        let recorder = TapeRecorder()
        let url = try #require(URL(string: "https://nowhere.invalid/a.png"))
        let recorded = PictureSource(trusted: ["https://nowhere.invalid"], transport: stub, plugins: [recorder])
        #expect(try await recorded.picture(at: url).data == picture)
        let replayed = PictureSource(from: ReplayTransport(recorder.tape))
        #expect(try await replayed.picture(at: url).data == picture)
        let inside = try #require(URL(string: "http://127.0.0.1/a.png"))
        await #expect(throws: PictureSource.Refusal.missing) { try await replayed.picture(at: inside) }
    }

    @Test func onlyFormatsThatAreShownAreAskedFor() async throws {
        let stub = StubTransport { _ in .json("{}") }
        let url = try #require(URL(string: "https://pictures.example/a.png"))
        let trusted: Set = ["https://pictures.example"]
        _ = try? await PictureSource(trusted: trusted, transport: stub).picture(at: url)
        _ = try? await PictureSource(trusted: trusted, transport: stub, formats: [.png, .jpeg]).picture(at: url)
        #expect(
            stub.requests.map { $0.head.headerFields[.accept] } == [
                "image/png, image/jpeg, image/gif, image/webp", "image/png, image/jpeg",
            ])
    }

    @Test func picturesComeOverSignedAddressesOnly() async throws {
        try await Site.onEmulator { get in
            let page = try await get("/news", [:])
            let start = try #require(page.text.range(of: "src=\"/picture/"))
            let path = String(page.text[start.lowerBound...].dropFirst(5).prefix { $0 != "\"" })
            let picture = try await get(path, [:])
            // Some of the emulated pictures are closed, broken or slow.
            #expect([200, 502].contains(picture.status))
            #expect(picture.headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
            var pieces = path.split(separator: "/").map(String.init)
            pieces[2] = Data("http://127.0.0.1/".utf8).base64EncodedString().replacing("=", with: "")
            let response1 = try await get("/" + pieces.joined(separator: "/"), [:])
            #expect(response1.status == 404)
        }
    }

    @Test(
        "Oversized and broken addresses get a response",
        arguments: [
            "/news?q=" + String(repeating: "a", count: 20_000), "/news?q=%ff%fe", "/hn/item/99999999999999999999",
            "/news?pages=-5", "/news?pages=99999999999999999999", "/" + String(repeating: "a/", count: 2000),
            "/news?country=%00", "/people/3?album=x", "/sources?country=%3Cscript%3E", "/movies/-1",
        ])
    func oversized(path: String) async throws {
        try await Site.onResponse(.json(#"{"status":"ok","totalResults":0,"articles":[]}"#)) { get in
            let response = try await get(path, [:])
            #expect((200..<500).contains(response.status))
            #expect(!response.text.contains("<script>"))
        }
    }
}

import Foundation
import Testing

@testable import ReaderModels

struct HostTextTests {
    @Test(
        "Hosts as people read them",
        arguments: [
            ("https://example.com/a", "example.com"), ("https://xn--bcher-kva.example/", "bücher.example"),
            ("https://b%C3%BCcher.example/", "bücher.example"), ("https://xn--mnchen-3ya.de/", "münchen.de"),
            ("https://xn--wgv71a119e.jp/", "日本語.jp"), ("https://xn--e1afmkfd.xn--p1ai/", "пример.рф"),
            // All letters look like Latin ones ("аррӏе"), two scripts are mixed, and the encoding is invalid.
            ("https://xn--80ak6aa92e.com/", "xn--80ak6aa92e.com"), ("https://xn--pypal-4ve.com/", "xn--pypal-4ve.com"),
            ("https://xn--99999999.com/", "xn--99999999.com"), ("https://xn--.com/", "xn--.com"),
        ])
    func shownHost(address: String, host: String) throws {
        let url = try #require(URL(string: address))
        #expect(HostText.of(url) == host)
    }

    @Test func anAddressWithoutAHostHasNone() throws {
        #expect(HostText.of(try #require(URL(string: "mailto:ann@example.com"))) == nil)
    }
}

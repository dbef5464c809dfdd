import AppleUI
import FetchedOnStub
import Foundation
import Freshet
import FreshetResources
import FreshetTesting
import HTTPTypes
import Testing

private struct Archive: Service {
    let baseURL = "https://archive.example"
}

extension Request where API == Archive, Value == String {
    fileprivate static func page(_ number: Int) -> Self { Request("pages/\(number)", reading: .text) }
}

private struct PageView: View {
    @Fetched private var page: String?

    init(_ archive: Client<Archive>, _ number: Int?) {
        _page = Fetched(archive, number.map { .page($0) })
    }

    var body: some View { Text(($page.isPrevious ? "before: " : "") + (page ?? "nothing")) }

    /// As SwiftUI does before it draws the view.
    func update() { _page.update() }
}

/// The property wrapper `Fetched` in a view.
@MainActor
@Suite(.timeLimit(.minutes(2)))
struct FetchedTests {
    private let gate = Gate()

    /// Sends the path of each request as text; that of one path when the gate is open.
    private func server(holding path: String) -> StubTransport {
        StubTransport { [gate] request in
            if request.head.path == path { await gate.wait() }
            return StubTransport.Response(
                headers: [.contentType: "text/plain", .cacheControl: "max-age=60"],
                chunks: [Data((request.head.path ?? "").utf8)])
        }
    }

    @Test func theViewShowsTheResourceOfItsRequestOnceItIsDrawn() async throws {
        let server = server(holding: "/pages/1")
        let archive = Client(Archive(), transport: server, cache: nil)
        let view = PageView(archive, 1)
        #expect(server.requests.isEmpty)
        view.update()
        #expect(StubHost.words(of: view) == ["nothing"])
        gate.open()
        try await Reader.wait { StubHost.words(of: view) == ["/pages/1"] }
        view.update()
        #expect(server.requests.count == 1)
    }

    @Test func theSameViewWithAnotherRequestKeepsTheValueUntilItHasAnother() async throws {
        let server = server(holding: "/pages/2")
        let archive = Client(Archive(), transport: server, cache: nil)
        let fetched = Fetched(archive, .page(1))
        fetched.update()
        try await Reader.wait { fetched.wrappedValue == "/pages/1" }
        fetched.projectedValue.show(archive.resource(.page(2)))
        #expect(fetched.wrappedValue == "/pages/1")
        #expect(fetched.projectedValue.isPrevious)
        gate.open()
        try await Reader.wait { fetched.wrappedValue == "/pages/2" }
    }

    @Test func withoutARequestNothingIsFetched() {
        let server = server(holding: "/pages/1")
        let archive = Client(Archive(), transport: server, cache: nil)
        let view = PageView(archive, nil)
        view.update()
        #expect(StubHost.words(of: view) == ["nothing"])
        #expect(server.requests.isEmpty)
    }
}

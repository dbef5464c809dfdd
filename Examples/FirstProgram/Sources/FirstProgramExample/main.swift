import Freshet
import FreshetTesting

// A stub stands in for the server, so that this runs anywhere. `Client(News())` uses the network.
let server = StubTransport { request in
    func page(_ titles: String...) -> StubTransport.Response {
        let articles = titles.map { #"{"title": "\#($0)", "url": "https://paper.example/\#($0.count)"}"# }
        return .json(#"{"articles": [\#(articles.joined(separator: ","))]}"#)
    }
    return switch request.head.path {
    case "/v2/everything?q=rivers": page("The river is rising", "A new bridge")
    case "/v2/everything?q=rain": page("Rain until Friday")
    default: .status(404)
    }
}
let search = NewsSearch(Client(News(), transport: server, cache: nil))

search.text = "river"  // never sent, since the next letter is typed at once
for text in ["rivers", "storms", "rain"] {
    search.text = text
    let state = try await search.$articles.dropFirst().first { !$0.isLoading }.firstValue()
    let shown = state.value?.map(\.title) ?? [state.error?.localizedDescription ?? ""]
    print("\(text): \(shown.joined(separator: ", "))")
}
print("\(server.requests.count) requests were sent")

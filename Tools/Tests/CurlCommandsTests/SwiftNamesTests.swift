import Testing

@testable import CurlCommands

struct SwiftNamesTests {
    @Test(arguments: [
        ("api.weather.example", "Weather"), ("localhost", "Server"), ("127.0.0.1", "Server"), ("[::1]", "Server"),
        ("www.bbc.co.uk", "Bbc"), ("shop", "Shop"), ("hacker-news.example", "HackerNews"),
    ])
    func aServiceIsNamedAfterItsHost(host: String, name: String) {
        #expect(SwiftNames.service(ofHost: host) == name)
    }

    @Test(arguments: [
        ("GET", "/v1/orders/7", "orders"), ("POST", "/v1/orders", "postOrders"), ("GET", "/", "start"),
        ("DELETE", "/a/feed.json", "deleteFeed"), ("GET", "/x/user-list", "userList"), ("PURGE", "/", "purge"),
    ])
    func aRequestIsNamedAfterItsMethodAndPath(method: String, path: String, name: String) {
        #expect(SwiftNames.request(method: method, path: path) == name)
    }

    @Test func noNameIsUsedTwiceOrIsAKeyword() {
        var names = SwiftNames(used: ["token"])
        #expect(names.name(for: "token", otherwise: "x") == "token2")
        #expect(names.name(for: "in", otherwise: "x") == "inValue")
        #expect(names.name(for: "2fa", otherwise: "secret") == "secret")
    }
}

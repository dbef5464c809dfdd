import Foundation
import Freshet
import FreshetTesting
import Shop
import Testing

/// Calls the generated service over a stub.
struct ShopTests {
    private let transport = StubTransport { request throws(FetchError) in
        switch (request.head.method, request.head.path ?? "") {
        case (.get, let path) where path.hasPrefix("/v1/items") && !path.hasPrefix("/v1/items/"):
            .json(path.contains("after=b") ? #"{"items":[]}"# : #"{"items":[],"meta":{"next":"b"}}"#)
        case (.post, "/v1/items"): .json(#"{"message":"Too dear.","code":"price"}"#, status: 422)
        case (.delete, _), (.put, _): .status(204)
        default: .status(204)
        }
    }
    private let client: Client<Shop>
    private let id = UUID(uuidString: "6F9619FF-8B86-D011-B42D-00CF4FC964FF")!

    init() {
        client = Client(Shop(token: "secret"), transport: transport, cache: nil)
    }

    private func item(_ json: String) throws -> Shop.Item {
        try FreshetJSONDecoder.freshet.decode(Shop.Item.self, from: Data(json.utf8))
    }

    private func json(_ value: some Encodable) throws -> String {
        String(decoding: try JSONEncoder.freshet.encode(value), as: UTF8.self)
    }

    // MARK: - Requests

    @Test func queryItemsAndCredentialsAreSent() async throws {
        let since = Date(timeIntervalSince1970: 0)
        _ = try await client.value(for: .listItems(tags: ["a", "b c"], since: since))
        let head = try #require(transport.requests.first).head
        #expect(head.path == "/v1/items?per_page=20&sort=newest&tags=a&tags=b%20c&since=1970-01-01T00%3A00%3A00Z")
        #expect(head.headerFields[.authorization] == "Bearer secret")
    }

    @Test func pagesFollowTheCursor() async throws {
        var paths: [String?] = []
        for try await _ in client.pages(of: .listItems(perPage: nil, sort: nil)) {}
        paths = transport.requests.map(\.head.path)
        #expect(paths == ["/v1/items", "/v1/items?after=b"] || paths == ["/v1/items?", "/v1/items?after=b"])
    }

    @Test func parametersAreWrittenInTheirStyles() async throws {
        let facts = Shop.Facts(color: "re/d", weight: 3)
        try await client.value(
            for: .styles(
                simple: ["a", "b,c"], label: ["x", "y"], matrix: facts, space: ["p", "q"], pipe: ["p", "q"],
                deep: facts,
                facts: facts, short: [1, 2]))
        #expect(
            transport.requests.first?.head.path
                == "/v1/styles/a,b%2Cc/.x.y/;color=re%2Fd;weight=3?space=p%20q&pipe=p%7Cq&deep%5Bcolor%5D=re%2Fd"
                + "&deep%5Bweight%5D=3&color=re%2Fd&weight=3&short=1%2C2")
    }

    @Test func errorsAreTheDocumentedOnes() async throws {
        let item = Shop.Item(id: id, name: "Tea", price: Shop.Textual(1), stock: nil)
        var failure: FetchError?
        do throws(FetchError) {
            _ = try await client.value(for: .createItem(body: item))
        } catch {
            failure = error
        }
        #expect(failure?.serviceError?.code == "price")
        #expect(failure?.serviceError?.message == "Too dear.")
        #expect(transport.requests.first?.head.headerFields[.init("Idempotency-Key")!] != nil)
    }

    @Test func emptyResponsesHaveNoValue() async throws {
        #expect(try await client.value(for: .getItem(itemID: id, xTrace: "7", theme: "dark")) == nil)
        let fields = try #require(transport.requests.first).head.headerFields
        #expect(fields[.init("X-Trace")!] == "7")
        #expect(fields[.cookie] == "theme=dark")
    }

    // MARK: - Values

    @Test func patchesSendNullOnlyForRemovedMembers() throws {
        #expect(try json(Shop.ItemChangePatch()) == "{}")
        #expect(try json(Shop.ItemChangePatch(stock: .removed)) == #"{"stock":null}"#)
        #expect(try json(Shop.ItemChangePatch(name: "x", stock: .set(2))) == #"{"name":"x","stock":2}"#)
    }

    @Test func requiredMembersWithoutAValueAreNull() throws {
        let item = Shop.Item(id: id, name: "Tea", price: Shop.Textual(1), stock: nil)
        #expect(try json(item).contains(#""stock":null"#))
        #expect(try !json(item).contains("parent"))
    }

    @Test func unknownValuesOfEnumerationsAreKept() throws {
        let text = #"["newest","by-smell"]"#
        let values = try FreshetJSONDecoder.freshet.decode([Shop.Sort].self, from: Data(text.utf8))
        #expect(values == [.newest, "by-smell"])
        #expect(try json(values) == text)
    }

    @Test func undocumentedMembersAreKeptWhereTheDocumentSaysSo() throws {
        let text = #"{"color":"red","smell":"good","weight":1}"#
        let facts = try FreshetJSONDecoder.freshet.decode(Shop.Facts.self, from: Data(text.utf8))
        #expect(facts.additionalProperties == ["smell": "good"])
        #expect(try json(facts) == text)
    }

    @Test(
        "Unions",
        arguments: [
            #"{"id":"a","type":"removed"}"#, #"{"id":{"key":"k"},"type":"removed"}"#, #"{"id":3,"type":"sold"}"#,
        ])
    func unionsAreReadAndWritten(_ text: String) throws {
        let event = try FreshetJSONDecoder.freshet.decode(Shop.Event.self, from: Data(text.utf8))
        #expect(try json(event) == text)
    }

    @Test func twoFormsThatFitAreAnErrorThatNamesBoth() throws {
        let text = #"{"id":{"key":"k","number":1},"type":"removed"}"#
        do {
            _ = try FreshetJSONDecoder.freshet.decode(Shop.Event.self, from: Data(text.utf8))
            Issue.record("The value must be refused.")
        } catch {
            let description = "\(error)"
            #expect(description.contains("ReferenceOption2") && description.contains("ReferenceOption3"))
        }
    }

    @Test func typesThatContainThemselvesAreBoxed() throws {
        let text = """
            {"id":"\(id)","name":"a","price":"1.50","stock":1,"parent":{"id":"\(id)","name":"b","price":"2","stock":null}}
            """
        let item = try item(text)
        #expect(item.parent?.name == "b")
        #expect(try self.item(json(item)) == item)
    }

    @Test func tenThousandValuesOfEachFormatSurvive() throws {
        var random = SystemRandomNumberGenerator()
        for number in 0..<10_000 {
            let milliseconds = Int64.random(in: -2_000_000_000_000...4_000_000_000_000, using: &random)
            var item = Shop.Item(
                id: UUID(), name: "é\(number)", price: Shop.Textual(Decimal(number) / 100), stock: number,
                serialNumber: Shop.Textual(Int64.random(in: .min ... .max, using: &random)))
            item.addedAt = Date(timeIntervalSince1970: Double(milliseconds) / 1000)
            item.bestBefore = Shop.Day(year: 1 + number % 9999, month: 1 + number % 12, day: 1 + number % 28)
            item.pageURL = URL(string: "https://shop.example/\(number)?q=%C3%A9#x")
            item.thumbnail = Data((0..<(number % 40)).map { UInt8(truncatingIfNeeded: $0 &* number) })
            let data = try JSONEncoder.freshet.encode(item)
            let copy = try FreshetJSONDecoder.freshet.decode(Shop.Item.self, from: data)
            try #require(copy == item)
        }
    }
}

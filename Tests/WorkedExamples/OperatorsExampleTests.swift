#if NIO
import Foundation
import Freshet
import FreshetCombine
import FreshetTesting
import HTTPTypes
import Testing

/// Serialised, since the addresses of the examples are the same for all of them.
@Suite(.serialized, .timeLimit(.minutes(2)))
struct OperatorsExampleTests {
    private func run(_ body: (Backend) async throws -> Void) async throws {
        let backend = try await Backend.start()
        Site.base = backend.url("")
        do {
            try await body(backend)
        } catch {
            await backend.stop()
            throw error
        }
        await backend.stop()
    }

    private static let items = #"{"items":[{"id":1,"item_name":"pen"},{"id":2,"item_name":"ink"}]}"#

    @Test func aFailedUpdateKeepsTheConfigurationInUse() async throws {
        try await run { backend in
            let controller = ConfigModelController()
            let configs = PublisherRecorder(controller.$config)
            #expect(controller.config == .default)
            backend["/config"] = .json(#"{"max_items":25}"#)
            await onMain { controller.update() }
            try await configs.waitForValues(count: 2)
            #expect(configs.values.last == Config(maxItems: 25))
            // T54, T70: an error page is no configuration, and the default does not come back.
            backend["/config"] = .json(#"{"max_items":1}"#, status: 500)
            await onMain { controller.update() }
            try await eventually { backend.requestCount("/config") >= 2 }
            backend["/config"] = .json(#"{"max_items":30}"#)
            await onMain { controller.update() }
            try await configs.waitForValues(count: 3)
            #expect(configs.values.count { $0.maxItems == 10 } == 1)
        }
    }

    @Test func theConfigurationAsWrittenFallsBackToTheDefault() async throws {
        try await run { backend in
            let controller = ConfigModelControllerAsWritten()
            let configs = PublisherRecorder(controller.$config)
            backend["/config"] = .json(#"{"max_items":25}"#)
            await onMain { controller.update() }
            try await configs.waitForValues(count: 2)
            backend["/config"] = nil
            await onMain { controller.update() }
            try await configs.waitForValues(count: 3)
            #expect(configs.values.map(\.maxItems) == [10, 25, 10])
        }
    }

    @Test func aFailedReloadKeepsTheItems() async throws {
        try await run { backend in
            let model = ItemListViewModel()
            let items = PublisherRecorder(model.$items.dropFirst())
            let errors = PublisherRecorder(model.$error.dropFirst())
            backend["/items"] = .json(Self.items)
            await onMain { model.load() }
            try await items.waitForValues(count: 1)
            backend["/items"] = .json(#"{"items":[]}"#)
            await onMain { model.load() }
            try await errors.waitForValues(count: 2)
            // T69: the failure is shown next to the content of the screen.
            #expect(errors.values.last! is NetworkResponse.Error)
            #expect(items.values.map { $0.map(\.itemName) } == [["pen", "ink"]])
            backend["/items"] = .json(#"{"items":[{"id":3,"item_name":"nib"}]}"#)
            await onMain { model.load() }
            try await items.waitForValues(count: 2)
            #expect(items.values.last == [Item(id: 3, itemName: "nib")])
        }
    }

    @Test func statesComeInOrderAndARetryWorks() async throws {
        try await run { backend in
            let model = LoadableItemListViewModel()
            let states = PublisherRecorder(model.$state)
            backend["/items"] = .json("nonsense", status: 502)
            await onMain { model.load() }
            try await states.waitForValues(count: 3)
            backend["/items"] = .json(Self.items)
            await onMain { model.load() }
            try await states.waitForValues(count: 5)
            let names = states.values.map { String("\($0)".prefix(6)) }
            #expect(names == ["idle", "loadin", "failed", "loadin", "loaded"])
            #expect(states.values.last?.value?.count == 2)
        }
    }

    @Test func theNewestItemOrWhyThereIsNone() async throws {
        try await run { backend in
            backend["/recent"] = .json(Self.items)
            let first = try await newestItem().firstValue()
            #expect(first.itemName == "pen")
            backend["/recent"] = .json(#"{"items":[]}"#)
            await #expect(throws: NetworkResponse.Error.self) { try await newestItem().firstValue() }
        }
    }

    @Test func searchesAreNormalisedSharedAndKept() async throws {
        try await run { backend in
            backend["/search"] = .json(Self.items)
            let search = ItemSearch()
            let both = [
                PublisherRecorder(search.searchForItems(matching: "pen ")),
                PublisherRecorder(search.searchForItems(matching: " PEN")),
            ]
            for recorder in both { try await recorder.waitForCompletion() }
            let third = PublisherRecorder(search.searchForItems(matching: "Pen"))
            try await third.waitForCompletion()
            // T55, T56: one request for all three, and each response on the main queue.
            #expect(backend.requestCount("/search") == 1)
            #expect((both + [third]).allSatisfy { $0.values.first?.count == 2 })
            backend["/search"] = .json(#"{"message":"down"}"#, status: 503)
            let failed = PublisherRecorder(search.searchForItems(matching: "ink"))
            try await failed.waitForCompletion()
            // T54: an error page is reported as such, not as broken data.
            guard case .requestFailed(let error as FetchError)? = failed.failure else {
                Issue.record("It is \(String(describing: failed.failure)).")
                return
            }
            #expect(error.response?.head.status == .serviceUnavailable)
        }
    }

    @Test func anEnvelopeIsUnwrappedAndATokenSignsPrivateRequestsOnly() async throws {
        let stub = StubTransport { _ in .json(#"{"result":[{"id":1,"itemName":"pen"}]}"#) }
        let shop = Client(Shop(privateCredentials: .bearer("token")), transport: stub, cache: nil, retry: .never)
        #expect(try await shop.value(for: .featured) == [Item(id: 1, itemName: "pen")])
        #expect(try await shop.publisher(for: .orders).firstValue().count == 1)
        #expect(stub.requests.map { $0.head.headerFields[.authorization] } == [nil, "Bearer token"])
    }

    @Test func stockedValuesAreShortToWrite() {
        let stocked: AnyPublisher<[Int], Error> = .just([1])
        #expect(PublisherRecorder(stocked).values == [[1]])
    }
}
#endif

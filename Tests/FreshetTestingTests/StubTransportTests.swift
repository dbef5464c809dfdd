import Foundation
import FreshetCore
import FreshetTesting
import HTTPTypes
import Testing

@Suite(.timeLimit(.minutes(1)))
struct StubTransportTests {
    private struct Shop: Service {
        let baseURL = "https://shop.example/v1"
    }

    private func item(_ number: Int) -> Request<Shop, String> { Request("items/\(number)", reading: .text) }

    private func client(_ stub: StubTransport) -> Client<Shop> {
        Client(Shop(), transport: stub, cache: nil, retry: .never)
    }

    @Test func aTestRespondsToOneRequestAfterAnother() async throws {
        let stub = StubTransport()
        let client = client(stub)
        let next = Task { try await stub.nextRequest() }
        let first = Task { try await client.value(for: item(1)) }
        let one = try await next.value
        let second = Task { try await client.value(for: item(2)) }
        let third = Task { try await client.value(for: item(3)) }
        let others = [try await stub.nextRequest(), try await stub.nextRequest()]
        #expect(stub.requests.count == 3)
        for request in others { request.respond(with: .text("of \(request.request.head.path ?? "")")) }
        #expect(try await second.value == "of /v1/items/2")
        #expect(try await third.value == "of /v1/items/3")
        one.fail(with: FetchError(.connectionLost))
        one.respond(with: .text("too late"))
        await #expect { try await first.value } throws: { ($0 as? FetchError)?.kind == .connectionLost }
    }

    @Test func aCancelledRequestEnds() async throws {
        let stub = StubTransport()
        let call = Task { try await client(stub).value(for: item(1)) }
        let request = try await stub.nextRequest()
        #expect(!request.isCancelled)
        call.cancel()
        await #expect { try await call.value } throws: { ($0 as? FetchError)?.isCancellation == true }
        try await request.waitForCancellation()
    }

    @Test("A stub may ignore that it is cancelled", arguments: [true, false])
    func deaf(isHeld: Bool) async throws {
        let gate = Gate()
        let stub =
            isHeld
            ? StubTransport(ignoringCancellation: true)
            : StubTransport(ignoringCancellation: true) { _ in
                await gate.wait()
                return .text("late")
            }
        let request = TransportRequest(
            head: HTTPRequest(method: .get, scheme: "https", authority: "shop.example", path: "/v1/items/1"))
        let task = Task { () async throws -> String in
            let response = try await stub.send(request)
            var text = ""
            while let chunk = try await response.body.next() { text += String(decoding: chunk, as: UTF8.self) }
            return text
        }
        let held = isHeld ? try await stub.nextRequest() : nil
        if !isHeld { try await gate.waitUntilWaiting() }
        task.cancel()
        #expect(isHeld ? held?.isCancelled == true : gate.waiterCount == 1)
        gate.open()
        held?.respond(with: .text("late"))
        #expect(try await task.value == "late")
    }
}

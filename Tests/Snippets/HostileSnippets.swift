#if NIO
import Foundation
import Freshet
import FreshetTesting
import Testing

// The code of docs/HostileServers.md.

struct Diner: Service {
    struct Menu: Decodable, Sendable {
        let dishes: [String]
    }

    let baseURL: String
}

extension Request where API == Diner, Value == Diner.Menu {
    static var dishes: Self { Request("dishes/") }
}

@Suite(.timeLimit(.minutes(1)))
struct HostileMenuTests {
    @Test(arguments: [Misbehaviour.resetInTheBody, .endlessHeader, .truncatedJSON, .htmlPage, .redirectLoop])
    func theMenuSaysWhatIsWrong(misbehaviour: Misbehaviour) async throws {
        let server = try await LoopbackServer.start { _ in .misbehaving(misbehaviour, body: #"{"dishes":["soup"]}"#) }
        let diner = Client(Diner(baseURL: server.baseURL), retry: .never)
        do throws(FetchError) {
            _ = try await diner.value(for: .dishes)
            Issue.record("\(misbehaviour) gave a menu")
        } catch {
            print(misbehaviour, error.code, error.localizedDescription)
        }
        await server.stop()
    }
}

func halfAnHourLate() -> LoopbackResponse {
    LoopbackResponse([
        .head(status: 200, headers: [("Transfer-Encoding", "chunked")]),
        .chunk(Data("[".utf8)), .forever([.chunk(Data(" ".utf8)), .pause(.seconds(1))]),
    ])
}
#endif

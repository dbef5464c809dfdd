import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting

/// A response of a service.
struct ReceivedResponse {
    let status: Int
    let headers: HTTPFields
    let bytes: [UInt8]

    init(_ response: TestResponse) {
        status = response.status.code
        headers = response.headers
        bytes = Array(response.body.readableBytesView)
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }

    func decoded<Value: Decodable>(as type: Value.Type = Value.self) throws -> Value {
        try JSONDecoder().decode(type, from: Data(bytes))
    }

    func header(_ name: String) -> String? {
        HTTPField.Name(name).flatMap { headers[$0] }
    }
}

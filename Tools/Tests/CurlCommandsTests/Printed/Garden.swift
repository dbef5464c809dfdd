import Foundation
import Freshet

/// The web API of api.garden.example.
struct Garden: Service {
    let baseURL = "https://api.garden.example/v2"
    let csrfToken: String
    let cookie: String

    var credentials: Credentials? { .header(.xCsrfToken, csrfToken) }
    var headers: HTTPFields { [.cookie: cookie] }
}

extension Request where API == Garden, Value == Data {
    /// Sends `PUT /v2/plants/7`.
    static var putPlants: Self {
        Request(
            "plants/7", method: .put,
            body: .bytes(
                Data(#"{"name":"Fern","height":12.5}"#.utf8),
                contentType: "application/json;charset=UTF-8"))
    }
}

extension HTTPField.Name {
    fileprivate static let xCsrfToken = Self("x-csrf-token")!
}

import Foundation
import Freshet

/// The web API of shop.example.
struct Uploads: Service {
    let baseURL = "https://shop.example"
}

extension Request where API == Uploads, Value == Data {
    /// Sends `POST /upload`.
    static var postUpload: Self {
        Request(
            "upload", method: .post,
            body: .multipart([FormPart("facts", .bytes(Data(#"{"a":1}"#.utf8), contentType: "application/json"))]))
    }
}

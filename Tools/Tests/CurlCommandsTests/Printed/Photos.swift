import Foundation
import Freshet

/// The web API of upload.example.
struct Photos: Service {
    let baseURL = "https://upload.example"
}

extension Request where API == Photos, Value == Data {
    /// Sends `POST /photos`.
    static func postPhotos(password: String) -> Self {
        Request(
            "photos", method: .post,
            body: .bytes(
                Data(
                    #"""
                    ------WebKitFormBoundaryA1b2C3d4E5f6G7h8\#r
                    Content-Disposition: form-data; name="title"\#r
                    \#r
                    Tea\#r
                    ------WebKitFormBoundaryA1b2C3d4E5f6G7h8\#r
                    Content-Disposition: form-data; name="password"\#r
                    \#r
                    \#(password)\#r
                    ------WebKitFormBoundaryA1b2C3d4E5f6G7h8--\#r

                    """#.utf8),
                contentType: "multipart/form-data; boundary=----WebKitFormBoundaryA1b2C3d4E5f6G7h8"))
    }
}

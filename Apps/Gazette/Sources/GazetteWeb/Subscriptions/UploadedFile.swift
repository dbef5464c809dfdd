import Foundation

/// A file that a form without further fields has sent (RFC 7578).
enum UploadedFile {
    /// Returns the content of the file in a body; the whole body if it is no form; `nil` for a damaged one.
    static func data(in body: Data, type: String?) -> Data? {
        guard let type, type.lowercased().hasPrefix("multipart/form-data") else { return body }
        guard let found = type.range(of: "boundary=") else { return nil }
        let boundary = type[found.upperBound...].prefix { $0 != ";" }.trimmingCharacters(in: ["\"", " "])
        let delimiter = Data("--\(boundary)".utf8)
        guard !boundary.isEmpty, let start = body.range(of: delimiter),
            let head = body.range(of: Data("\r\n\r\n".utf8), in: start.upperBound..<body.endIndex),
            let end = body.range(of: Data("\r\n".utf8) + delimiter, in: head.upperBound..<body.endIndex)
        else { return nil }
        return Data(body[head.upperBound..<end.lowerBound])
    }
}

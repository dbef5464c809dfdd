import Foundation
import FreshetCore
import FreshetDigests

struct UploadContent: Sendable {
    private let contentType: String?
    let length: Int
    let identity: String
    private let source: @Sendable (_ offset: Int) -> RequestBody.Content

    /// - Throws: ``FetchError/Kind-swift.enum/invalidRequest(_:)`` if the body isn't a file or
    ///   bytes.
    init(_ body: RequestBody?, encoder: any BodyEncoder) throws(FetchError) {
        contentType = body?.contentType
        switch body?.content {
        case .bytes(let make):
            let data = try RequestBody.encoded(make, encoder)
            length = data.count
            identity = SHA256.hexDigest(of: data)
            source = { offset in .bytes { _ in data.dropFirst(offset) } }
        case .file(let file):
            length = try BodySource(file).length ?? 0
            let attributes = try? FileManager.default.attributesOfItem(atPath: file.path)
            let date = attributes?[.modificationDate] as? Date
            identity = "\(file.path) \(length) \(date?.timeIntervalSince1970 ?? 0)"
            source = { offset in .source { _ throws(FetchError) in try BodySource(file, from: offset) } }
        default:
            throw FetchError(.invalidRequest("its body can't be sent in parts; use a file or bytes"))
        }
    }

    var empty: RequestBody { .bytes(Data(), contentType: contentType) }

    func remaining(from offset: Int) -> RequestBody {
        RequestBody(content: source(offset), contentType: "application/partial-upload")
    }
}

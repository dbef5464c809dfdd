package import Foundation
package import FreshetCore
import HTTPTypes

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

extension FetchError {
    /// Checks that a URLSession response has a 2xx status.
    package static func check(_ response: URLResponse, body: Data) throws(FetchError) {
        guard let response = response as? HTTPURLResponse else {
            throw FetchError(
                .protocolViolation("the response isn't an HTTP response"), underlying: URLError(.badServerResponse))
        }
        guard !(200..<300).contains(response.statusCode) else { return }
        let head = HTTPResponse(response)
        throw FetchError(
            .status(head.status), response: Response(head: head, body: body), underlying: URLError(.badServerResponse))
    }
}

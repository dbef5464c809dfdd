import Foundation
import Testing

@testable import FreshetCore
@testable import FreshetURLSession

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The kinds of URLSession's errors.
struct SessionErrorTests {
    @Test(
        arguments: [
            (.cancelled, "cancelled"), (.notConnectedToInternet, "cannot_connect.offline"),
            (.dataNotAllowed, "cannot_connect.offline"), (.cannotFindHost, "cannot_connect.unknownHost"),
            (.dnsLookupFailed, "cannot_connect.unknownHost"), (.cannotConnectToHost, "cannot_connect.refused"),
            (.timedOut, "timed_out.connect"), (.serverCertificateUntrusted, "tls"),
            (.clientCertificateRequired, "tls"), (.appTransportSecurityRequiresSecureConnection, "tls"),
            (.badServerResponse, "protocol_violation"), (.cannotParseResponse, "protocol_violation"),
            (.cannotDecodeContentData, "content_coding"), (.cannotDecodeRawData, "content_coding"),
            (.unsupportedURL, "invalid_request"), (.networkConnectionLost, "connection_lost"),
            (.unknown, "connection_lost"),
        ] as [(URLError.Code, String)])
    func kinds(code: URLError.Code, expected: String) {
        #expect(FetchError(session: URLError(code)).code == expected)
    }

    @Test func theFailedAddressIsRemoved() {
        let error = URLError(.timedOut, userInfo: ["NSErrorFailingURLKey": "https://a.example/?token=hush", "x": 1])
        let info = (FetchError(session: error).underlying as? URLError)?.userInfo
        #expect(info?["NSErrorFailingURLKey"] == nil && info?["x"] as? Int == 1)
    }
}

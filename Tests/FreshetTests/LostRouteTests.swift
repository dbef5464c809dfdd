#if NIO
import Foundation
import FreshetCore
import FreshetNIO
import NIOCore
import Testing

/// Routes that are lost before and after a connection is open.
struct LostRouteTests {
    @Test(
        "A timeout or a lost route of an open connection may come after the request was received",
        arguments: [ETIMEDOUT, EHOSTUNREACH, ENETUNREACH, ENETDOWN])
    func openConnections(_ code: CInt) {
        for function in ["read(descriptor:pointer:size:)", "write(descriptor:pointer:size:)"] {
            let error = FetchError(transport: IOError(errnoCode: code, reason: function))
            #expect(error.kind == .connectionLost)
        }
        for function in ["connect(descriptor:addr:size:)", "finishing a non-blocking connect failed"] {
            let error = FetchError(transport: IOError(errnoCode: code, reason: function))
            #expect(error.kind != .connectionLost)
        }
    }
}
#endif

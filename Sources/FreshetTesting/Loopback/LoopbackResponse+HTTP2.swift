#if NIO
extension LoopbackResponse {
    /// The reason for which an HTTP/2 stream or connection ends (RFC 9113 §7).
    public struct HTTP2Code: RawRepresentable, Sendable, Hashable {
        /// The number on the wire.
        public let rawValue: UInt32

        /// Makes a code of any number.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Nothing is wrong.
        public static let noError = HTTP2Code(rawValue: 0x0)
        /// The client violates the protocol.
        public static let protocolError = HTTP2Code(rawValue: 0x1)
        /// The server has failed.
        public static let internalError = HTTP2Code(rawValue: 0x2)
        /// The client sends on a stream that has ended.
        public static let streamClosed = HTTP2Code(rawValue: 0x5)
        /// The server has not processed the request (RFC 9113 §8.7).
        public static let refusedStream = HTTP2Code(rawValue: 0x7)
        /// The stream is no longer needed.
        public static let cancel = HTTP2Code(rawValue: 0x8)
        /// The client sends too much.
        public static let enhanceYourCalm = HTTP2Code(rawValue: 0xB)
        /// The TLS connection is not secure enough.
        public static let inadequateSecurity = HTTP2Code(rawValue: 0xC)
        /// The request has to be sent over HTTP/1.1.
        public static let http11Required = HTTP2Code(rawValue: 0xD)
    }
}
#endif

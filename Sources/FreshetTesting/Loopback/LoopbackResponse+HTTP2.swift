#if NIO
extension LoopbackResponse {
    /// An HTTP/2 error code, the reason why a stream or connection ends.
    ///
    /// The codes are defined in RFC 9113 §7.
    public struct HTTP2Code: RawRepresentable, Sendable, Hashable {
        /// The number that is sent.
        public let rawValue: UInt32

        /// Makes a code from any number.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// There is no error.
        public static let noError = HTTP2Code(rawValue: 0x0)
        /// The client violated the protocol.
        public static let protocolError = HTTP2Code(rawValue: 0x1)
        /// The server has failed.
        public static let internalError = HTTP2Code(rawValue: 0x2)
        /// The client sent on a stream that has ended.
        public static let streamClosed = HTTP2Code(rawValue: 0x5)
        /// The server hasn't processed the request (RFC 9113 §8.7).
        public static let refusedStream = HTTP2Code(rawValue: 0x7)
        /// The stream is no longer needed.
        public static let cancel = HTTP2Code(rawValue: 0x8)
        /// The client causes excessive load.
        public static let enhanceYourCalm = HTTP2Code(rawValue: 0xB)
        /// The TLS connection isn't secure enough.
        public static let inadequateSecurity = HTTP2Code(rawValue: 0xC)
        /// The request has to be sent over HTTP/1.1.
        public static let http11Required = HTTP2Code(rawValue: 0xD)
    }
}
#endif

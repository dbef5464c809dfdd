#if NIO
import AsyncHTTPClient
import Foundation
import FreshetCore
import NIOCore
import NIOHTTP1
import NIOHTTP2
import NIOPosix
import NIOSSL

extension FetchError {
    package init(transport error: any Error) {
        switch error {
        case let error as FetchError: self = error
        case is CancellationError: self = .cancelled
        case let error as UploadError:
            self.init(.invalidRequest("its body could not be read"), underlying: error.underlying)
        default: self.init(Self.kind(of: error), underlying: error)
        }
    }

    private static func kind(of error: any Error) -> Kind {
        switch error {
        case let error as HTTPClientError: kind(of: error)
        case let error as HTTPParserError: kind(of: error)
        case let error as NIOConnectionError: kind(of: error)
        case let error as IOError: error.mayBeOfOpenConnection ? .connectionLost : kind(of: error)
        case let error as ChannelError: if case .connectTimeout = error { .timedOut(.connect) } else { .connectionLost }
        case let error as NIOSSLError: kind(of: error)
        case is NIOSSLExtraError, is BoringSSLError: .tls("\(error)")
        case let error as ReusedConnectionFailure: kind(of: error.underlying)
        case is UnprocessedRequest, is NIOHTTP2Errors.StreamClosed: .connectionLost
        case is any NIOHTTP2Error: .protocolViolation("HTTP/2: \(error)")
        // Compared by its name, since a dependency for a single comparison would be a burden for
        // every user.
        default: String(reflecting: type(of: error)).hasPrefix("NIOSOCKS.") ? .cannotConnect(.proxy) : .connectionLost
        }
    }

    private static func kind(of error: HTTPClientError) -> Kind {
        switch error {
        // This is not a cancellation by the caller, which ends an exchange earlier: AsyncHTTPClient
        // uses it for an HTTP/2 connection that closes.
        case .cancelled: .connectionLost
        case .connectTimeout, .tlsHandshakeTimeout, .getConnectionFromPoolTimeout, .deadlineExceeded,
            .httpProxyHandshakeTimeout, .socksHandshakeTimeout:
            .timedOut(.connect)
        case .proxyAuthenticationRequired, .invalidProxyResponse: .cannotConnect(.proxy)
        case .invalidURL, .emptyHost, .emptyScheme, .bodyLengthMismatch, .traceRequestWithBody:
            .invalidRequest("\(error.shortDescription)")
        default:
            error.shortDescription.hasPrefix("Invalid header") || error.shortDescription.hasPrefix("Header field")
                ? .invalidRequest(error.shortDescription) : .connectionLost
        }
    }

    private static func kind(of error: NIOSSLError) -> Kind {
        switch error {
        // The connection was interrupted; the certificate is not the cause.
        case .uncleanShutdown: .connectionLost
        // The other side closed the connection before its certificate could be judged, so this is
        // not a question of trust.
        case .handshakeFailed(.sslError([.eofDuringHandshake])): .cannotConnect(.other)
        default: .tls("\(error)")
        }
    }

    private static func kind(of error: HTTPParserError) -> Kind {
        switch error {
        case .invalidEOFState: .connectionLost
        case .headerOverflow: .tooLarge(.header)
        default: .protocolViolation("\(error)")
        }
    }

    private static func kind(of error: NIOConnectionError) -> Kind {
        // Several addresses may have failed for different reasons; report the first.
        // Without a single address, nothing was tried: the name could not be resolved.
        guard let first = error.connectionErrors.first else { return .cannotConnect(.unknownHost) }
        let found = if let error = first.error as? IOError { kind(of: error) } else { kind(of: first.error) }
        return found == .connectionLost ? .cannotConnect(.other) : found
    }

    private static func kind(of error: IOError) -> Kind {
        switch error.errnoCode {
        case ECONNREFUSED: .cannotConnect(.refused)
        case ENETUNREACH, ENETDOWN: .cannotConnect(.offline)
        // The last two are errors of Unix domain sockets.
        case EHOSTUNREACH, EHOSTDOWN, EADDRNOTAVAIL, ENOENT, EACCES: .cannotConnect(.unreachable)
        case ETIMEDOUT: .timedOut(.connect)
        default: .connectionLost
        }
    }
}

extension IOError {
    /// Whether a lost route or a timeout may concern an open connection, whose server may have
    /// received the request.
    fileprivate var mayBeOfOpenConnection: Bool {
        guard [ENETUNREACH, ENETDOWN, EHOSTUNREACH, EHOSTDOWN, ETIMEDOUT].contains(errnoCode) else { return false }
        // NIO names the function that has failed.
        return !["connect(", "connect failed"].contains { description.contains($0) }
    }
}
#endif

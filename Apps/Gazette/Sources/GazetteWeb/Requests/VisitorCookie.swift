import Foundation
import FreshetDigests
import HTTPTypes
import Hummingbird
import ReaderStorage

/// The cookie that identifies a visitor: the visitor's id and the day of issue, signed.
///
/// It is set with the first document, because the stream of that document, its buttons and its pings must all belong to
/// the same visitor; a cookie that came with the first mark would be too late for the others. Nothing is stored for
/// a visitor who marks nothing. It is renewed once a month, so that it lasts a year from the last visit.
struct VisitorCookie: Sendable {
    static let name = "visitor"
    static let lifetime = 365 * 24 * 3600
    private static let renewalDays = 30
    private static let day = 24 * 3600.0

    private let signer: HMACSHA256

    /// - Parameter key: The signing key. With a new key, every visitor is a new one.
    init(key: Data) {
        signer = HMACSHA256(key: key)
    }

    /// The visitor of a request, and the cookie that the response has to set; `nil` while the present one is recent.
    struct Guest: Sendable {
        let visitor: Visitor
        /// Whether the request has a valid cookie.
        let isKnown: Bool
        let field: String?
    }

    /// Reads the cookie of a request. One that is missing, forged, broken or too old means a new visitor.
    func guest(of request: Request, now: Date) -> Guest {
        let today = Int(now.timeIntervalSince1970 / Self.day)
        guard let value = request.cookies[Self.name]?.value, let (visitor, given) = read(value),
            (today - given) < Self.lifetime / Int(Self.day)
        else {
            let visitor = Visitor()
            return Guest(visitor: visitor, isKnown: false, field: field(visitor, today, request))
        }
        let isYoung = today - given < Self.renewalDays
        return Guest(visitor: visitor, isKnown: true, field: isYoung ? nil : field(visitor, today, request))
    }

    /// The value: 16 bytes of the id, 4 of the day, 32 of the signature.
    func value(for visitor: Visitor, day: Int) -> String {
        let message = visitor.id + withUnsafeBytes(of: UInt32(clamping: day).bigEndian) { Data($0) }
        return (message + Data(signer.authenticationCode(for: message))).base64URL
    }

    private func read(_ value: String) -> (visitor: Visitor, day: Int)? {
        guard let bytes = Data(base64URL: value), bytes.count == Visitor.byteCount + 4 + SHA256.byteCount else {
            return nil
        }
        let message = bytes.prefix(Visitor.byteCount + 4)
        guard signer.isValid(bytes.dropFirst(message.count), for: message) else { return nil }
        let day = message.suffix(4).reduce(0) { $0 << 8 | Int($1) }
        return (Visitor(id: Data(message.prefix(Visitor.byteCount))), day)
    }

    private func field(_ visitor: Visitor, _ today: Int, _ request: Request) -> String {
        let rules = "Path=/; Max-Age=\(Self.lifetime); HttpOnly; SameSite=Lax\(request.isSecure ? "; Secure" : "")"
        return "\(Self.name)=\(value(for: visitor, day: today)); \(rules)"
    }
}

extension Visitors {
    /// The cookie that identifies visitors, signed with the key of their store.
    var cookie: VisitorCookie { VisitorCookie(key: store.keys.visitors) }

    /// The marks of the visitor of a request.
    func marks(of guest: VisitorCookie.Guest) async -> VisitorMarks {
        guard guest.isKnown else { return marks(ofNew: guest.visitor) }
        await loadUnsent(of: guest.visitor)
        return await marks(of: guest.visitor)
    }
}

import Foundation
import PostgreSQL

/// What one process announces to the others that share its database.
///
/// Its text is that of all released versions: processes of several may use one database.
package enum Announcement: Sendable, Hashable, LosslessStringConvertible {
    /// The marks of a visitor have changed.
    case marks(Visitor)
    /// Sessions of an account have ended.
    case end(Visitor)
    /// Feeds of a visitor, or of any, have new items, or what a visitor has read of them has changed.
    case feeds(Visitor?)

    private static let endMark = "end "
    private static let feedsMark = "feeds "

    /// Reads a text, which may be anyone's; `nil` if it is no announcement.
    package init?(_ description: String) {
        func visitor(after mark: String) -> Visitor? {
            guard let id = Data(hexadecimal: description.dropFirst(mark.count)), id.count == Visitor.byteCount else {
                return nil
            }
            return Visitor(id: id)
        }
        if description.hasPrefix(Self.feedsMark) {
            self = .feeds(visitor(after: Self.feedsMark))
        } else if let visitor = visitor(after: "") {
            self = .marks(visitor)
        } else if description.hasPrefix(Self.endMark), let visitor = visitor(after: Self.endMark) {
            self = .end(visitor)
        } else {
            return nil
        }
    }

    package var description: String {
        switch self {
        case .marks(let visitor): visitor.id.hexadecimal
        case .end(let visitor): Self.endMark + visitor.id.hexadecimal
        case .feeds(let visitor): Self.feedsMark + (visitor?.id.hexadecimal ?? "")
        }
    }
}

import Foundation
import ReaderModels
import ReaderStorage

/// An account as `--json` prints it. The names are stable across versions.
struct MemberRecord: Encodable {
    let name: String
    let admin: Bool
    let created: Date
    let seen: Date?
    let read: Int
    let saved: Int
    let sessions: Int

    init(_ member: MemberDirectory.Member) {
        name = member.name
        admin = member.isAdmin
        created = member.created
        seen = member.seen
        read = member.readCount
        saved = member.savedCount
        sessions = member.sessionCount
    }
}

extension Results where Record == MemberRecord {
    init(_ members: [MemberRecord], emptyNote: String) {
        records = members
        self.emptyNote = emptyNote
        table = Table(
            columns: [
                .init(title: "NAME", width: .rest(weight: 1), isEssential: true),
                .init(title: "ROLE", width: .upTo(13)),
                .init(title: "LAST SEEN", width: .upTo(20), isDim: true), .init(title: "READ", width: .upTo(8)),
                .init(title: "SAVED", width: .upTo(8)), .init(title: "SESSIONS", width: .upTo(8)),
            ],
            rows: members.map { member in
                [
                    .init(member.name), .init(member.admin ? "administrator" : "reader"),
                    .init(member.seen.map { DateText.exact($0) }), .init("\(member.read)"), .init("\(member.saved)"),
                    .init("\(member.sessions)"),
                ]
            })
    }
}

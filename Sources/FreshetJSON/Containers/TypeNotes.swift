import Foundation

/// A cache of how types are decoded, since a conformance check at runtime takes longer than decoding a value.
struct TypeNotes {
    enum Note {
        case plain, date, data, url, decimal
        case readable(any JSONReadable.Type)
    }

    /// There are usually enough slots for all types in a body. A type replaces another one that
    /// occupies its slot.
    private var notes: [(type: ObjectIdentifier, note: Note)?] = Array(repeating: nil, count: 32)

    @inline(__always)
    mutating func note(on type: any Decodable.Type) -> Note {
        let identifier = ObjectIdentifier(type)
        let address = UInt(bitPattern: identifier)
        let mixed: UInt = (address >> 4) ^ (address >> 9)
        let slot = Int(mixed & 31)
        if let known = notes[slot], known.type == identifier { return known.note }
        let note = Self.note(of: type)
        notes[slot] = (identifier, note)
        return note
    }

    private static func note(of type: any Decodable.Type) -> Note {
        if type == Date.self { return .date }
        if type == Data.self { return .data }
        if type == URL.self { return .url }
        if type == Decimal.self { return .decimal }
        if let readable = type as? any JSONReadable.Type { return .readable(readable) }
        return .plain
    }
}

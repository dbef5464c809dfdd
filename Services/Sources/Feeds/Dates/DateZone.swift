import Foundation

/// The time zone of a date, which is either an offset or a region with daylight saving time.
enum DateZone {
    /// The offset from UTC in seconds.
    case offset(Int)
    case region(TimeZone)

    /// Reads `+0200`, `GMT+2`, `CEST`, `ET` or `America/New_York`. Returns `nil` if the text isn't
    /// a time zone.
    ///
    /// Military letters count as UTC, because RFC 822 defined them with the wrong signs (RFC 5322
    /// §4.3).
    init?(_ text: some StringProtocol) {
        let name = text.lowercased()
        if let seconds = Self.offset(name) {
            self = .offset(seconds)
        } else if name.utf8.count == 1, let letter = name.utf8.first, letter.isLetter, letter != UInt8(ascii: "j") {
            self = .offset(0)
        } else if let minutes = Self.names[name] {
            self = .offset(minutes * 60)
        } else if let identifier = Self.regions[name] ?? (name.contains("/") ? String(text) : nil) {
            guard let region = TimeZone(identifier: identifier) else { return nil }
            self = .region(region)
        } else if let prefix = ["gmt", "utc", "ut"].first(where: name.hasPrefix),
            let seconds = Self.offset(name.dropFirst(prefix.count))
        {
            self = .offset(seconds)
        } else {
            return nil
        }
    }

    /// Converts a local date and time in this zone, given as if it were UTC, to the actual date.
    func date(_ local: Date) -> Date {
        switch self {
        case .offset(let seconds): return local.addingTimeInterval(-Double(seconds))
        case .region(let region):
            let near = local.addingTimeInterval(-Double(region.secondsFromGMT(for: local)))
            return local.addingTimeInterval(-Double(region.secondsFromGMT(for: near)))
        }
    }

    /// Reads `+02:00`, `+0200`, `+02`, `-8`.
    private static func offset(_ text: some StringProtocol) -> Int? {
        var bytes = Array(text.utf8)
        guard let sign = bytes.first, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") else { return nil }
        bytes.removeFirst()
        bytes.removeAll { $0 == UInt8(ascii: ":") }
        guard (1...6).contains(bytes.count), bytes.allSatisfy(\.isDigit) else { return nil }
        if bytes.count % 2 == 1 { bytes.insert(UInt8(ascii: "0"), at: 0) }
        var parts: [Int] = [0, 0, 0]
        for (index, byte) in bytes.enumerated() {
            let digit = Int(byte) - 0x30
            parts[index / 2] = parts[index / 2] * 10 + digit
        }
        guard parts[0] <= 24, parts[1] < 60, parts[2] < 60 else { return nil }
        let seconds: Int = parts[0] * 3600 + parts[1] * 60 + parts[2]
        return sign == UInt8(ascii: "-") ? -seconds : seconds
    }

    /// The offsets of names, in minutes.
    private static let names: [String: Int] = [
        "gmt": 0, "ut": 0, "utc": 0, "wet": 0, "west": 60, "bst": 60, "cet": 60, "met": 60, "mez": 60, "cest": 120,
        "mest": 120, "mesz": 120, "eet": 120, "sast": 120, "eest": 180, "msk": 180, "ist": 330, "sgt": 480, "hkt": 480,
        "awst": 480, "pht": 480, "jst": 540, "kst": 540, "acst": 570, "aest": 600, "acdt": 630, "aedt": 660,
        "nzst": 720,
        "nzdt": 780, "brt": -180, "art": -180, "adt": -180, "ast": -240, "edt": -240, "est": -300, "cdt": -300,
        "cst": -360, "mdt": -360, "mst": -420, "pdt": -420, "pst": -480, "akdt": -480, "akst": -540, "hst": -600,
        "idt": 180, "eat": 180, "trt": 180, "gst": 240, "pkt": 300, "ict": 420, "wib": 420, "cat": 120, "wat": 60,
        "ndt": -150, "nst": -210,
    ]

    /// The names that mean standard time in winter and daylight saving time in summer.
    private static let regions = [
        "at": "America/Halifax", "et": "America/New_York", "ct": "America/Chicago", "mt": "America/Denver",
        "pt": "America/Los_Angeles",
    ]
}

import Foundation

/// A picture of the emulator, stored as a file; `scripts/draw-pictures` draws them.
struct PictureFile: Sendable {
    let data: Data
    /// The content type.
    let type: String

    init(_ data: Data, type: String) {
        self.data = data
        self.type = type
    }

    /// The entity tag: a hash of the data, computed at each use.
    var tag: String {
        var generator = data.withUnsafeBytes { SeededGenerator($0) }
        return "\"\(String(generator.next(), radix: 16))\""
    }

    /// Returns the file with a folder and a name, such as `scenes/football.jpg`; `nil` if there is none.
    static func named(_ name: String) -> PictureFile? { files[name] }

    /// Returns one of some files, chosen by a text.
    static func any(of names: [String], for text: String) -> PictureFile? {
        var generator = SeededGenerator("picture of \(text)")
        return names.randomElement(using: &generator).flatMap(named)
    }

    /// The names of the files in a folder.
    static func names(in folder: String) -> [String] { files.keys.filter { $0.hasPrefix("\(folder)/") }.sorted() }

    /// Returns a square of one colour with a side of 600 or 150 pixels; `nil` for any other.
    ///
    /// The colour is written into the palette of a stored PNG, which follows the header.
    static func square(side: Int, red: UInt8, green: UInt8, blue: UInt8) -> PictureFile? {
        guard var data = files["squares/\(side).png"]?.data else { return nil }
        let palette = Array("PLTE".utf8) + [red, green, blue]
        let checksum = withUnsafeBytes(of: crc(palette).bigEndian) { Array($0) }
        data.replaceSubrange(37..<48, with: palette + checksum)
        return PictureFile(data, type: "image/png")
    }

    /// The checksum of a PNG chunk (RFC 2083 §15).
    private static func crc(_ bytes: [UInt8]) -> UInt32 {
        var sum = UInt32.max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
        return ~sum
    }

    private static let types = ["jpg": "image/jpeg", "png": "image/png", "gif": "image/gif"]

    /// All files by folder and name.
    private static let files: [String: PictureFile] = {
        guard let root = Bundle.module.url(forResource: "Pictures", withExtension: nil, subdirectory: "Data"),
            let names = FileManager.default.enumerator(atPath: root.path)?.compactMap({ $0 as? String })
        else { preconditionFailure("The pictures are missing.") }
        var files: [String: PictureFile] = [:]
        for name in names {
            guard let type = types[(name as NSString).pathExtension] else { continue }
            guard let data = try? Data(contentsOf: root.appendingPathComponent(name)) else {
                preconditionFailure("The picture \(name) can't be read.")
            }
            files[name] = PictureFile(data, type: type)
        }
        return files
    }()
}

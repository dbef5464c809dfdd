import Foundation
import Testing

@testable import GazetteCommands

/// Pictures of 45 by 30 pixels in squares of 16: red, blue and white, the next row one further.
@Suite struct JPEGReaderTests {
    private static let files: [String: String] = [
        "baseline": """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHB\
        YWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo\
        KCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAeAC0DASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAgFBv\
        /EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAWAQEBAQAAAAAAAAAAAAAAAAAHBQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA\
        /9oADAMBAAIRAxEAPwDiAGaLrFAPYEXKAI19DQBcQFygCNfRoAgFx//Z
        """,
        "full colour": """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHB\
        YWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo\
        KCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAeAC0DAREAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAgFBv\
        /EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAXAQEBAQEAAAAAAAAAAAAAAAAABwUG/8QAFBEBAAAAAAAAAAAAAAAAAAAA\
        AP/aAAwDAQACEQMRAD8A4hzSugMVe0EAXKkbfARowFcAYq9oIAuVI2+AhpXGAAuVI2+AjRgK4AxV7QQBcqRt8BGjAV\
        wB/9k=
        """,
        "progressive": """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHB\
        YWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo\
        KCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wgARCAAeAC0DASIAAhEBAxEB/8QAFwABAQEBAAAAAAAAAAAAAAAAAAcEBf\
        /EABYBAQEBAAAAAAAAAAAAAAAAAAYEBf/aAAwDAQACEAMQAAAB4YzF2IPgVzBG+GBdBcwRvjIz13//xAAUEAEAAAAA\
        AAAAAAAAAAAAAABA/9oACAEBAAEFAkf/xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAEDAQE/AV//xAAUEQEAAAAAAA\
        AAAAAAAAAAAAAg/9oACAECAQE/AV//xAAUEAEAAAAAAAAAAAAAAAAAAABA/9oACAEBAAY/Akf/xAAUEAEAAAAAAAAA\
        AAAAAAAAAABA/9oACAEBAAE/IUf/2gAMAwEAAgADAAAAEP8AwHwH/wD/xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACA\
        EDAQE/EF//xAAUEQEAAAAAAAAAAAAAAAAAAAAg/9oACAECAQE/EF//xAAUEAEAAAAAAAAAAAAAAAAAAABA/9oACAEB\
        AAE/EEf/2Q==
        """,
        "restarts": """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHB\
        YWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgo\
        KCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAeAC0DASIAAhEBAxEB/8QAFwABAAMAAAAAAAAAAAAAAAAAAAYHCP\
        /EABQQAQAAAAAAAAAAAAAAAAAAAAD/xAAYAQACAwAAAAAAAAAAAAAAAAABBwMFBv/EABQRAQAAAAAAAAAAAAAAAAAA\
        AAD/3QAEAAH/2gAMAwEAAhEDEQA/AIQAzRuv/9CrgDWUL//R0oAhF//Sq4A1lC//09KAIRf/1IQAzRuv/9k=
        """,
        "grey": """
        /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHB\
        YWICwgIyYnKSopGR8tMC0oMCUoKSj/wAALCAAeAC0BAREA/8QAFwABAQEBAAAAAAAAAAAAAAAAAAgFBv/EABQQAQAA\
        AAAAAAAAAAAAAAAAAAD/2gAIAQEAAD8A4gYouURoMUXKIaFyiNBii5RGg//Z
        """,
    ]

    private static func data(_ name: String) throws -> Data {
        try #require(files[name].flatMap { Data(base64Encoded: $0) })
    }

    private static let colours: [(red: Int, green: Int, blue: Int)] = [(200, 40, 30), (30, 60, 200), (240, 240, 230)]

    private static func isNear(_ pixel: Bitmap.Pixel, _ colour: (red: Int, green: Int, blue: Int)) -> Bool {
        abs(Int(pixel.red) - colour.red) < 8 && abs(Int(pixel.green) - colour.green) < 8
            && abs(Int(pixel.blue) - colour.blue) < 8
    }

    @Test(
        "Each form is read at an eighth of its size", arguments: ["baseline", "full colour", "progressive", "restarts"])
    func forms(name: String) throws {
        let bitmap = try #require(JPEGReader.bitmap(from: try Self.data(name)))
        #expect(bitmap.width == 6 && bitmap.height == 4)
        // Blocks at the edges are filled by the encoder, so those within are compared.
        for row in 0..<3 {
            for column in 0..<5 {
                let pixel = bitmap.pixels[row * 6 + column]
                #expect(Self.isNear(pixel, Self.colours[(column / 2 + row / 2) % 3]), "\(column), \(row)")
            }
        }
    }

    @Test func greyIsRead() throws {
        let bitmap = try #require(JPEGReader.bitmap(from: try Self.data("grey")))
        let first = bitmap.pixels[0]
        #expect(first.red == first.green && first.green == first.blue)
        #expect(abs(Int(first.red) - 87) < 6)
    }

    /// A progressive picture begins with its means.
    @Test(
        "What is cut off or damaged is none, and traps nothing",
        arguments: [("baseline", 1), ("restarts", 1), ("progressive", 2)])
    func damage(name: String, share: Int) throws {
        let whole = Array(try Self.data(name))
        for length in 0..<(whole.count / share - 16) {
            #expect(JPEGReader.bitmap(from: Data(whole.prefix(length))) == nil)
        }
        for place in whole.indices {
            for value: UInt8 in [0, 0xFF, whole[place] ^ 0x10] {
                var bytes = whole
                bytes[place] = value
                if let bitmap = JPEGReader.bitmap(from: Data(bytes)) { #expect(!bitmap.pixels.isEmpty) }
            }
        }
        #expect(JPEGReader.bitmap(from: Data("GIF89a".utf8)) == nil)
    }
}

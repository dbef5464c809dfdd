import Foundation
import Testing

@testable import Emulator
@testable import GazetteCommands

@Suite struct BitmapReadingTests {
    /// Pictures in JPEG of 45 by 30 pixels in squares of 16: red, blue and white, the next row one further; and
    /// pictures in PNG of 3 by 2 pixels.
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
        "true colour": """
        iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAASFvFNAAAAGElEQVR4nGPkEpGDAIaUvIoTXKz///8HACL2BhDTOGlRAAAA\
        AElFTkSuQmCC
        """,
        "palette": """
        iVBORw0KGgoAAAANSUhEUgAAAAMAAAACBAMAAABvWnspAAAAElBMVEX///9kbnhGUFooMjzICgUKFB7KWOzYAAAADklEQVR4\
        nGMIVmAQYQAAAk0AiLX9F+IAAAAASUVORK5CYII=
        """,
        "alpha": """
        iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAYAAACddGYaAAAAI0lEQVR4nGPkEpH7LycnxyAnJ8fAkJJX8f8EF+v//////wcA\
        VPgKDBnoSD8AAAAASUVORK5CYII=
        """,
        "interlaced": """
        iVBORw0KGgoAAAANSUhEUgAAAAMAAAACCAIAAAFlEcHbAAAAHklEQVR4nGPgEpFjcAuIYtAwsmFIyas4wcX6//9/AC++BuFE\
        wepGAAAAAElFTkSuQmCC
        """,
        "deep": """
        iVBORw0KGgoAAAANSUhEUgAAAAMAAAACEAIAAABChi0OAAAAK0lEQVR4nGPg4hIRkZPT0DAysrFxcwsIiIpiSEnJy6uoOHGC\
        i4uV9T8YAACqig3BBW9PoQAAAABJRU5ErkJggg==
        """,
        "huge": """
        iVBORw0KGgoAAAANSUhEUgAA6mAAAOpgCAIAAAAPsOIVAAAAIUlEQVR4nO3BAQ0AAADCoPdPbQ43oAAAAAAAAAAAAODeACcP\
        AAHI/g8xAAAAAElFTkSuQmCC
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
        "Each form of JPEG is read, at an eighth of its size if that is enough",
        arguments: ["baseline", "full colour", "progressive", "restarts"])
    func forms(name: String) throws {
        let data = try Self.data(name)
        let bitmap = try #require(Bitmap(reading: data, longestSide: 5))
        #expect(bitmap.width == 6 && bitmap.height == 4)
        // Blocks at the edges are filled by the encoder, so those within are compared.
        for row in 0..<3 {
            for column in 0..<5 {
                let pixel = bitmap.pixels[row * 6 + column]
                #expect(Self.isNear(pixel, Self.colours[(column / 2 + row / 2) % 3]), "\(column), \(row)")
            }
        }
        let whole = try #require(Bitmap(reading: data, longestSide: 100))
        #expect(whole.width == 45 && whole.height == 30)
        let half = try #require(Bitmap(reading: data, longestSide: 22))
        #expect(half.width == 23 && half.height == 15)
    }

    @Test func greyIsRead() throws {
        let bitmap = try #require(Bitmap(reading: try Self.data("grey"), longestSide: 5))
        let first = bitmap.pixels[0]
        #expect(first.red == first.green && first.green == first.blue)
        #expect(abs(Int(first.red) - 87) < 6)
    }

    @Test("Each form of PNG is read", arguments: ["true colour", "palette", "alpha", "interlaced", "deep"])
    func pngs(name: String) throws {
        let bitmap = try #require(Bitmap(reading: try Self.data(name), longestSide: 100))
        #expect(bitmap.width == 3 && bitmap.height == 2)
        let expected = [(10, 20, 30), (40, 50, 60), (70, 80, 90), (100, 110, 120), (200, 10, 5), (255, 255, 255)]
        #expect(bitmap.pixels == expected.map { Bitmap.Pixel(red: UInt8($0), green: UInt8($1), blue: UInt8($2)) })
    }

    @Test func picturesOfTheEmulatorAreRead() throws {
        let names = ["scenes/football.jpg", "posters/drama.jpg", "meals/pizza.jpg", "ingredients/spice.png"]
        for name in names {
            let file = try #require(PictureFile.named(name))
            let bitmap = try #require(Bitmap(reading: file.data, longestSide: 160))
            #expect(max(bitmap.width, bitmap.height) >= 160)
        }
        let square = try #require(PictureFile.square(side: 150, red: 1, green: 2, blue: 3))
        let bitmap = try #require(Bitmap(reading: square.data, longestSide: 160))
        #expect(bitmap.pixels.allSatisfy { $0 == Bitmap.Pixel(red: 1, green: 2, blue: 3) })
    }

    /// A progressive picture begins with its means.
    @Test(
        "What is cut off or damaged is none, and traps nothing",
        arguments: [
            ("baseline", 16), ("restarts", 16), ("progressive", 16), ("true colour", 12), ("palette", 12),
            ("interlaced", 12),
        ])
    func damage(name: String, end: Int) throws {
        let whole = Array(try Self.data(name))
        for length in 0..<(whole.count - end) {
            #expect(Bitmap(reading: Data(whole.prefix(length)), longestSide: 5) == nil)
        }
        for place in whole.indices {
            for value: UInt8 in [0, 0xFF, whole[place] ^ 0x10] {
                var bytes = whole
                bytes[place] = value
                if let bitmap = Bitmap(reading: Data(bytes), longestSide: 5) { #expect(!bitmap.pixels.isEmpty) }
            }
        }
        #expect(Bitmap(reading: Data("GIF89a".utf8), longestSide: 5) == nil)
        #expect(Bitmap(reading: Data(), longestSide: 5) == nil)
    }

    @Test func picturesWithTooManyPixelsAreNone() throws {
        #expect(Bitmap(reading: try Self.data("huge"), longestSide: 5) == nil)
        var bytes = Array(try Self.data("progressive"))
        let frame = try #require(bytes.indices.dropLast(9).first { bytes[$0] == 0xFF && bytes[$0 + 1] == 0xC2 })
        for place in (frame + 5)..<(frame + 9) { bytes[place] = 0xF0 }
        #expect(Bitmap(reading: Data(bytes), longestSide: 5) == nil)
    }
}

import Foundation
import HTTPTypes
import Testing

@testable import Emulator

@Suite struct PictureRouteTests {
    private static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    @Test("Sizes", arguments: [(16, 16), (640, 360), (17, 2048), (33, 16)])
    func sizes(width: Int, height: Int) async throws {
        let response = try await InProcess.get("/news/good/\(width)x\(height).png", headers: [:])
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "image/png")
        #expect(response.header("Cache-Control") == "public, max-age=86400")
        let picture = try #require(PNGReader(response.bytes))
        #expect(picture.width == width)
        #expect(picture.height == height)
        #expect(picture.isWhole)
    }

    @Test(
        "Pictures that are not painted",
        arguments: [
            "15x16.png", "16x2049.png", "0x0.png", "-16x16.png", "16x16", "16x16.jpg", "16x.png", "x16.png", "16.png",
            "16x16x16.png", "99999999999999999999x16.png", "16x16.png.png", "ax16.png", "%FFx16.png",
        ])
    func unknownFiles(_ file: String) async throws {
        #expect(try await InProcess.get("/news/good/\(file)", headers: [:]).status == 404)
    }

    @Test func theSameNameIsTheSamePicture() async throws {
        let first = try await InProcess.get("/news/kestrel/64x64.png", headers: [:])
        let again = try await InProcess.get("/news/kestrel/64x64.png", headers: [:])
        let other = try await InProcess.get("/news/heron/64x64.png", headers: [:])
        #expect(first.bytes == again.bytes)
        #expect(first.header("ETag") == again.header("ETag"))
        #expect(first.bytes != other.bytes)
        #expect(first.header("ETag") != other.header("ETag"))
    }

    @Test("Tags that are known", arguments: ["%@", "W/%@", "\"other\", %@", "*"])
    func knownTags(_ pattern: String) async throws {
        let path = "/news/good/32x32.png"
        let tag = try #require(try await InProcess.get(path, headers: [:]).header("ETag"))
        let known = pattern.replacingOccurrences(of: "%@", with: tag)
        let response = try await InProcess.get(path, headers: [.ifNoneMatch: known])
        #expect(response.status == 304)
        #expect(response.bytes.isEmpty)
        #expect(response.header("ETag") == tag)
    }

    @Test func anotherSizeHasAnotherTag() async throws {
        let tag = try #require(try await InProcess.get("/news/good/32x32.png", headers: [:]).header("ETag"))
        let response = try await InProcess.get("/news/good/33x32.png", headers: [.ifNoneMatch: tag])
        #expect(response.status == 200)
    }

    @Test func gifsArePaintedToo() async throws {
        let response = try await InProcess.get("/news/good/300x200.gif", headers: [:])
        #expect(response.header("Content-Type") == "image/gif")
        #expect(response.text.hasPrefix("GIF89a"))
        #expect(response.bytes[6...9] == [0x2C, 0x01, 0xC8, 0x00])
        #expect(response.bytes.last == 0x3B)
    }

    @Test func closedPicturesAreForbidden() async throws {
        let response = try await InProcess.get("/news/closed/64x64.png", headers: [:])
        #expect(response.status == 403)
        #expect(response.bytes.isEmpty)
    }

    @Test func damagedPicturesStartLikePicturesButEndEarly() async throws {
        let response = try await InProcess.get("/news/damaged/64x64.png", headers: [:])
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "image/png")
        #expect(response.bytes.starts(with: Self.signature))
        #expect(PNGReader(response.bytes)?.isWhole == false)
    }

    @Test func slowPicturesCome() async throws {
        let response = try await InProcess.get("/news/slow/64x64.png", headers: [:])
        #expect(PNGReader(response.bytes)?.isWhole == true)
    }

    @Test func mostPicturesAreGood() {
        var counts: [Picture.Condition: Int] = [:]
        for number in 0..<2000 { counts[Picture.Condition(name: "picture \(number)"), default: 0] += 1 }
        #expect((1780...1920).contains(counts[.good] ?? 0))
        #expect((30...100).contains(counts[.closed] ?? 0))
        #expect((15...70).contains(counts[.damaged] ?? 0))
        #expect((15...70).contains(counts[.slow] ?? 0))
    }

    @Test("Every kind of picture is in the news", arguments: ["closed", "damaged", "slow"])
    func kindsInTheNews(_ kind: String) {
        let names = InProcess.corpus.articles.compactMap(\.urlToImage)
            .filter { $0.hasPrefix(PictureRoutes.origin) }
            .compactMap { $0.split(separator: "/").dropLast().last.map(String.init) }
        #expect(names.contains { Picture.Condition(name: $0).rawValue == kind })
    }

    @Test("Names that are no header text", arguments: ["%0d%0aX-Evil:1", "a%22b", "%FF", "%00", "%E6%97%A5"])
    func names(_ name: String) async throws {
        let response = try await InProcess.get("/news/\(name)/16x16.png", headers: [:])
        #expect([200, 403, 404].contains(response.status))
        let tag = response.header("ETag") ?? "\"\""
        #expect(tag.dropFirst().dropLast().allSatisfy { $0.isHexDigit })
    }
}

/// Reads the parts of a PNG and their checksums.
private struct PNGReader {
    let width: Int
    let height: Int
    /// Whether every part is there, up to the last.
    let isWhole: Bool

    init?(_ bytes: [UInt8]) {
        guard bytes.count > 33 else { return nil }
        func number(_ at: Int) -> Int { bytes[at..<at + 4].reduce(0) { $0 << 8 | Int($1) } }
        width = number(16)
        height = number(20)
        var types: [String] = []
        var place = 8
        while place + 12 <= bytes.count, place + 12 + number(place) <= bytes.count {
            let end = place + 8 + number(place)
            guard Self.checksum(bytes[place + 4..<end]) == UInt32(number(end)) else { return nil }
            types.append(String(decoding: bytes[place + 4..<place + 8], as: UTF8.self))
            place = end + 4
        }
        isWhole = types == ["IHDR", "PLTE", "IDAT", "IEND"] && place == bytes.count
    }

    /// The checksum of PNG, Annex D of its specification.
    private static func checksum(_ bytes: ArraySlice<UInt8>) -> UInt32 {
        var sum: UInt32 = .max
        for byte in bytes {
            sum ^= UInt32(byte)
            for _ in 0..<8 { sum = sum & 1 == 1 ? 0xEDB8_8320 ^ (sum >> 1) : sum >> 1 }
        }
        return ~sum
    }
}

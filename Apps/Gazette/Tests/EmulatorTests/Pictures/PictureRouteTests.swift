import Foundation
import HTTPTypes
import Testing

@testable import Emulator

@Suite struct PictureRouteTests {
    @Test func aPictureOfATopicIsAJPEG() async throws {
        let response = try await InProcess.get("/news/football/good.jpg", headers: [:])
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "image/jpeg")
        #expect(response.header("Cache-Control") == "public, max-age=86400")
        #expect(response.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(response.bytes.suffix(2) == [0xFF, 0xD9])
    }

    @Test(
        "Pictures that don't exist",
        arguments: [
            "football/good.png", "football/good", "football/good.", "football/.jpg.jpg", "nothing/good.jpg",
            "football/a.b.jpg", "..%2Fposters%2Fdrama/good.jpg", "%2E%2E/good.jpg", "%FF/good.jpg", "chip/good.gif",
        ])
    func unknownFiles(_ path: String) async throws {
        #expect(try await InProcess.get("/news/\(path)", headers: [:]).status == 404)
    }

    @Test func theTopicIsThePicture() async throws {
        let first = try await InProcess.get("/news/football/good.jpg", headers: [:])
        let again = try await InProcess.get("/news/football/good.jpg", headers: [:])
        let other = try await InProcess.get("/news/space/good.jpg", headers: [:])
        #expect(first.bytes == again.bytes)
        #expect(first.header("ETag") == again.header("ETag"))
        #expect(first.bytes != other.bytes)
        #expect(first.header("ETag") != other.header("ETag"))
    }

    @Test("Tags that are known", arguments: ["%@", "W/%@", "\"other\", %@", "*"])
    func knownTags(_ pattern: String) async throws {
        let path = "/news/football/good.jpg"
        let tag = try #require(try await InProcess.get(path, headers: [:]).header("ETag"))
        let known = pattern.replacingOccurrences(of: "%@", with: tag)
        let response = try await InProcess.get(path, headers: [.ifNoneMatch: known])
        #expect(response.status == 304)
        #expect(response.bytes.isEmpty)
        #expect(response.header("ETag") == tag)
    }

    @Test func someTopicsHaveAGIF() async throws {
        let response = try await InProcess.get("/news/football/good.gif", headers: [:])
        #expect(response.header("Content-Type") == "image/gif")
        #expect(response.text.hasPrefix("GIF8"))
        #expect(response.bytes.last == 0x3B)
    }

    @Test func closedPicturesAreForbidden() async throws {
        let response = try await InProcess.get("/news/football/closed.jpg", headers: [:])
        #expect(response.status == 403)
        #expect(response.bytes.isEmpty)
    }

    @Test func damagedPicturesStartLikePicturesButEndEarly() async throws {
        let response = try await InProcess.get("/news/football/damaged.jpg", headers: [:])
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "image/jpeg")
        #expect(response.bytes.starts(with: [0xFF, 0xD8, 0xFF]))
        #expect(response.bytes.suffix(2) != [0xFF, 0xD9])
    }

    @Test func slowPicturesCome() async throws {
        let response = try await InProcess.get("/news/football/slow.jpg", headers: [:])
        #expect(response.bytes.suffix(2) == [0xFF, 0xD9])
    }

    @Test func mostPicturesAreGood() {
        var counts: [Picture.Condition: Int] = [:]
        for number in 0..<2000 { counts[Picture.Condition(name: "picture \(number)"), default: 0] += 1 }
        #expect((1780...1920).contains(counts[.good] ?? 0))
        #expect((30...100).contains(counts[.closed] ?? 0))
        #expect((15...70).contains(counts[.damaged] ?? 0))
        #expect((15...70).contains(counts[.slow] ?? 0))
    }

    /// The paths of the pictures of all articles.
    private static let pathsInTheNews: [String] = InProcess.corpus.articles.compactMap { article in
        let path = article.urlToImage?.components(separatedBy: "pictures.gazette.example").last ?? ""
        return path.hasPrefix("/news/") ? String(path.prefix { $0 != "?" }) : nil
    }

    @Test("Every kind of picture is in the news", arguments: ["closed", "damaged", "slow"])
    func kindsInTheNews(_ kind: String) {
        let names = Self.pathsInTheNews.compactMap { $0.split(separator: "/").last?.split(separator: ".").first }
        #expect(names.contains { Picture.Condition(name: String($0)).rawValue == kind })
    }

    @Test func everyPictureInTheNewsExists() {
        #expect(Self.pathsInTheNews.count > 100)
        for path in Self.pathsInTheNews {
            let parts = path.split(separator: "/")
            let ending = parts.last?.split(separator: ".").last ?? ""
            #expect(PictureFile.named("scenes/\(parts[1]).\(ending)") != nil, "\(path)")
        }
    }

    @Test func theFilesAreSmall() {
        let folders = ["scenes", "posters", "meals", "ingredients", "people", "squares"]
        let sizes = folders.flatMap(PictureFile.names).compactMap { PictureFile.named($0)?.data.count }
        #expect(sizes.count > 60 && sizes.allSatisfy { $0 > 0 })
        #expect(sizes.reduce(0, +) < 2_000_000)
    }

    @Test("Names that are no header text", arguments: ["%0d%0aX-Evil:1", "a%22b", "%FF", "%00", "%E6%97%A5"])
    func names(_ name: String) async throws {
        let response = try await InProcess.get("/news/football/\(name).jpg", headers: [:])
        #expect([200, 403, 404].contains(response.status))
        let tag = response.header("ETag") ?? "\"\""
        #expect(tag.dropFirst().dropLast().allSatisfy { $0.isHexDigit })
    }
}

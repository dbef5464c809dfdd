import HTTPTypes
import Testing

@testable import Emulator

/// The pictures of movies, meals and photos, in the sizes that each service keeps.
@Suite struct ServicePictureTests {
    /// A file whose picture is good, whatever is put before and after the name of it.
    private func file(_ prefix: String, of condition: Picture.Condition = .good) throws -> String {
        let name = (0..<1000).map { "\(prefix)\($0)" }.first { Picture.Condition(name: $0) == condition }
        return try #require(name)
    }

    private func size(_ response: ReceivedResponse) -> [Int] {
        guard response.bytes.count > 33, response.text.dropFirst().hasPrefix("PNG") else { return [] }
        return [16, 20].map { place in response.bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
    }

    @Test(
        "Movie pictures come in the sizes of their kind",
        arguments: [
            ("p", "w92", [92, 138]), ("p", "w154", [154, 231]), ("p", "w185", [185, 277]), ("p", "w342", [342, 513]),
            ("p", "w500", [500, 750]), ("p", "w780", [780, 1170]), ("p", "original", [1000, 1500]),
            ("b", "w300", [300, 168]), ("b", "w780", [780, 438]), ("b", "w1280", [1280, 720]),
            ("b", "original", [1920, 1080]), ("f", "w45", [45, 67]), ("f", "w185", [185, 277]),
            ("f", "h632", [421, 632]), ("f", "original", [1000, 1500]), ("l", "w45", [45, 15]), ("l", "w92", [92, 30]),
            ("l", "w154", [154, 51]), ("l", "w185", [185, 61]), ("l", "w300", [300, 100]), ("l", "w500", [500, 166]),
            ("l", "original", [600, 200]),
        ])
    func movies(kind: String, name: String, pixels: [Int]) async throws {
        let response = try await InProcess.get("/t/p/\(name)/\(try file(kind)).jpg", headers: [:])
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "image/png")
        #expect(response.header("Cache-Control") == "public, max-age=31536000")
        #expect(size(response) == pixels)
        let tag = try #require(response.header("ETag"))
        let again = try await InProcess.get("/t/p/\(name)/\(try file(kind)).jpg", headers: [.ifNoneMatch: tag])
        #expect(again.status == 304)
    }

    @Test func theSizesAreThoseOfTheConfiguration() async throws {
        let images = try await Movies.json("/configuration")["images"]
        for (kind, name) in [("p", "poster"), ("b", "backdrop"), ("f", "profile"), ("l", "logo")] {
            for size in images["\(name)_sizes"].texts {
                #expect(MoviePicture(file: "\(kind)x.jpg")?.pixels(size: size) != nil, "\(name) \(size)")
            }
        }
    }

    @Test(
        "Movie pictures that are not there",
        arguments: [
            "w93/p1.jpg", "w300/p1.jpg", "w92/b1.jpg", "h632/p1.jpg", "w185/b1.jpg", "w780/f1.jpg", "w92/x1.jpg",
            "w92/p1.png", "w92/p1", "w92/.jpg", "w/p1.jpg", "W92/p1.jpg", "w92", "original/", "w92/%FF.jpg",
            "99999999999999999999/p1.jpg", "%FF/p1.jpg", "%zz/p1.jpg", "w92/p1.jpg/more",
        ])
    func unknownMoviePictures(_ path: String) async throws {
        #expect(try await InProcess.get("/t/p/\(path)", headers: [:]).status == 404)
    }

    @Test func everyPathOfAFilmLeadsToAPicture() throws {
        for film in Movies.corpus.films {
            for path in [film.poster, film.backdrop].compactMap(\.self) {
                #expect(MoviePicture(file: String(path.dropFirst()))?.pixels(size: "w780") != nil)
            }
        }
        for path in Movies.corpus.people.compactMap(\.picture) {
            #expect(MoviePicture(file: String(path.dropFirst())) == .profile)
        }
    }

    @Test(
        "Meal pictures come in sizes",
        arguments: [
            ("", 700), ("/small", 250), ("/preview", 250), ("/medium", 350), ("/large", 500),
        ])
    func meals(ending: String, side: Int) async throws {
        let response = try await InProcess.get("/images/media/meals/\(try file("m")).jpg\(ending)", headers: [:])
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "image/png")
        #expect(response.header("Cache-Control") == "public, max-age=86400")
        #expect(size(response) == [side, side])
    }

    @Test(
        "Meal pictures that are not there",
        arguments: ["m1.png", "m1", "m1.jpg/huge", "m1.jpg/Small", "m1.jpg/small/small", "m1.png/small", "m1.jpg/%FF"])
    func unknownMealPictures(_ path: String) async throws {
        #expect(try await InProcess.get("/images/media/meals/\(path)", headers: [:]).status == 404)
    }

    @Test(
        "Ingredients come in sizes",
        arguments: [("", [500, 500]), ("-small", [100, 100]), ("-medium", [350, 350]), ("-large", [700, 700])])
    func ingredients(ending: String, pixels: [Int]) async throws {
        let response = try await InProcess.get("/images/ingredients/Black%20Pepper\(ending).png", headers: [:])
        let condition = Picture.Condition(name: "ingredient black pepper")
        try #require(condition == .good)
        #expect(response.status == 200)
        #expect(size(response) == pixels)
        let underscores = try await InProcess.get("/images/ingredients/black_pepper\(ending).png", headers: [:])
        #expect(underscores.bytes == response.bytes)
    }

    @Test func everyCategoryHasAPicture() async throws {
        for name in Meals.corpus.categoryNames {
            let response = try await InProcess.get("/images/category/\(name.lowercased()).png", headers: [:])
            switch Picture.Condition(name: "category \(name.lowercased()).png") {
            case .closed: #expect(response.status == 403)
            default: #expect(size(response) == [320, 200])
            }
        }
    }

    @Test("Photos are one colour", arguments: [600, 150], ["92c952", "F66B97", "1ee8a4", "92c95", "3"])
    func photos(side: Int, colour: String) async throws {
        let response = try await InProcess.get("/\(side)/\(colour)", headers: [:])
        switch Picture.Condition(name: colour) {
        case .closed: #expect(response.status == 403)
        case .damaged: #expect(response.status == 200)
        default:
            #expect(size(response) == [side, side])
            let value = try #require(UInt32(colour, radix: 16))
            // The palette follows the header: its length, its name, its colours.
            var palette = Array("PLTE".utf8)
            for shift: UInt32 in [16, 8, 0] { palette.append(UInt8(truncatingIfNeeded: value >> shift)) }
            #expect(response.bytes[37..<44].elementsEqual(palette))
        }
    }

    @Test(
        "Photos that are not there",
        arguments: [
            "/600/92c9521", "/600/xyz", "/600/", "/300/92c952", "/600x600/92c952", "/600/-1", "/600/%2B1",
            "/600/92c952.png",
            "/600/%FF", "/600/\(String(repeating: "f", count: 100_000))", "/600/%EF%BC%A1",
        ])
    func unknownPhotos(_ path: String) async throws {
        #expect(try await InProcess.get(path, headers: [:]).status == 404)
    }

    @Test(
        "Some pictures are closed, damaged or slow",
        arguments: ["/t/p/w92/p%@.jpg", "/images/media/meals/%@.jpg/small"])
    func conditions(_ pattern: String) async throws {
        let prefix = pattern.hasPrefix("/t") ? "p" : ""
        func response(_ condition: Picture.Condition) async throws -> ReceivedResponse {
            let name = try file(prefix, of: condition).dropFirst(prefix.count)
            return try await InProcess.get(pattern.replacing("%@", with: name), headers: [:])
        }
        #expect(try await response(.closed).status == 403)
        let damaged = try await response(.damaged)
        #expect(damaged.status == 200)
        #expect(damaged.bytes.suffix(8).prefix(4) != [0x49, 0x45, 0x4E, 0x44])
        let slow = try await response(.slow)
        #expect(slow.status == 200)
        #expect(slow.bytes.suffix(8).prefix(4) == [0x49, 0x45, 0x4E, 0x44])
    }
}

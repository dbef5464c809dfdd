import Foundation
import HTTPTypes
import Testing

@testable import Emulator

/// The pictures of movies, meals and photos, at the sizes that each service offers.
@Suite struct ServicePictureTests {
    /// A file whose picture is good, whatever is put before and after the name of it.
    private func file(_ prefix: String, of condition: Picture.Condition = .good) throws -> String {
        let name = (0..<1000).map { "\(prefix)\($0)" }.first { Picture.Condition(name: $0) == condition }
        return try #require(name)
    }

    /// Whether a response has the bytes of a complete JPEG.
    private func isJPEG(_ response: ReceivedResponse) -> Bool {
        response.header("Content-Type") == "image/jpeg" && response.bytes.starts(with: [0xFF, 0xD8, 0xFF])
            && response.bytes.suffix(2) == [0xFF, 0xD9]
    }

    @Test(
        "Movie pictures come at the sizes of their kind",
        arguments: [
            ("p", ["w92", "w154", "w185", "w342", "w500", "w780", "original"]),
            ("b", ["w300", "w780", "w1280", "original"]), ("f", ["w45", "w185", "h632", "original"]),
        ])
    func movies(kind: String, sizes: [String]) async throws {
        let file = try file(kind)
        for size in sizes {
            let response = try await InProcess.get("/t/p/\(size)/\(file).jpg", headers: [:])
            #expect(response.status == 200)
            #expect(isJPEG(response))
            #expect(response.header("Cache-Control") == "public, max-age=31536000")
            let tag = try #require(response.header("ETag"))
            let again = try await InProcess.get("/t/p/\(size)/\(file).jpg", headers: [.ifNoneMatch: tag])
            #expect(again.status == 304)
        }
    }

    @Test func theSizesAreThoseOfTheConfiguration() async throws {
        let images = try await Movies.json("/configuration")["images"]
        for (kind, name) in [("p", "poster"), ("b", "backdrop"), ("f", "profile"), ("l", "logo")] {
            #expect(MoviePicture(file: "\(kind)x.jpg")?.sizes == images["\(name)_sizes"].texts)
        }
    }

    @Test(
        "Movie pictures that are not there",
        arguments: [
            "w93/p1.jpg", "w300/p1.jpg", "w92/b1.jpg", "h632/p1.jpg", "w185/b1.jpg", "w780/f1.jpg", "w92/x1.jpg",
            "w92/p1.png", "w92/p1", "w92/.jpg", "w/p1.jpg", "W92/p1.jpg", "w92", "original/", "w92/%FF.jpg",
            "99999999999999999999/p1.jpg", "%FF/p1.jpg", "%zz/p1.jpg", "w92/p1.jpg/more", "w92/l1.jpg",
        ])
    func unknownMoviePictures(_ path: String) async throws {
        #expect(try await InProcess.get("/t/p/\(path)", headers: [:]).status == 404)
    }

    @Test func everyFilmAndPersonHasStoredPictures() {
        let corpus = Movies.corpus
        for film in corpus.films {
            for kind in [MoviePicture.poster, .backdrop] {
                let names = kind.suiting(film.script.genres)
                #expect(!names.isEmpty, "\(film.script.title)")
                for name in names { #expect(PictureFile.named(name) != nil, "\(name)") }
            }
            for path in [film.poster, film.backdrop].compactMap(\.self) {
                #expect(MoviePicture(file: String(path.dropFirst())) != nil)
            }
        }
        for path in corpus.people.compactMap(\.picture) {
            #expect(MoviePicture(file: String(path.dropFirst())) == .profile)
        }
        for gender in 0...3 { #expect(MoviePicture.portraits(gender: gender).count >= 7) }
        #expect(MoviePicture.backdrop.all.allSatisfy { PictureFile.named($0) != nil })
    }

    @Test("A poster suits the genres of its film", arguments: [(37, "western"), (10752, "war"), (99, "documentary")])
    func posters(genre: Int, name: String) async throws {
        let film = try #require(Movies.corpus.films.first { $0.script.genres == [genre] && $0.poster != nil })
        let path = try #require(film.poster)
        let response = try await InProcess.get("/t/p/w500\(path)", headers: [:])
        guard response.status == 200 else { return }
        let file = try #require(PictureFile.named("posters/\(name).jpg"))
        // It may be damaged.
        #expect(file.data.starts(with: response.bytes))
    }

    @Test func aPortraitSuitsItsPerson() async throws {
        for gender in [1, 2] {
            let paths = Movies.corpus.people.filter { $0.gender == gender }.compactMap(\.picture)
            let path = try #require(
                paths.first { Picture.Condition(name: String($0.dropFirst().dropLast(4))) == .good })
            let response = try await InProcess.get("/t/p/w185\(path)", headers: [:])
            let files = MoviePicture.portraits(gender: gender).compactMap(PictureFile.named)
            #expect(files.contains { $0.data == Data(response.bytes) })
        }
    }

    @Test("Meal pictures come at sizes", arguments: ["", "/small", "/preview", "/medium", "/large"])
    func meals(ending: String) async throws {
        let response = try await InProcess.get("/images/media/meals/\(try file("m")).jpg\(ending)", headers: [:])
        #expect(response.status == 200)
        #expect(isJPEG(response))
        #expect(response.header("Cache-Control") == "public, max-age=86400")
    }

    @Test(
        "Meal pictures that are not there",
        arguments: ["m1.png", "m1", "m1.jpg/huge", "m1.jpg/Small", "m1.jpg/small/small", "m1.png/small", "m1.jpg/%FF"])
    func unknownMealPictures(_ path: String) async throws {
        #expect(try await InProcess.get("/images/media/meals/\(path)", headers: [:]).status == 404)
    }

    @Test func everyMealShowsItsDish() {
        let pictures = Meals.corpus.pictures
        #expect(Meals.corpus.meals.compactMap(\.picture).allSatisfy { pictures[$0] != nil })
        for name in pictures.values { #expect(PictureFile.named(name) != nil, "\(name)") }
        let pizza = Meals.corpus.meals.first { $0.name == "Margherita Pizza" }
        #expect(pizza?.picture.flatMap { pictures[$0] } == "meals/pizza.jpg")
    }

    @Test("Ingredients come at sizes", arguments: ["", "-small", "-medium", "-large"])
    func ingredients(ending: String) async throws {
        let response = try await InProcess.get("/images/ingredients/Black%20Pepper\(ending).png", headers: [:])
        try #require(Picture.Condition(name: "ingredient black pepper") == .good)
        #expect(response.status == 200)
        #expect(response.header("Content-Type") == "image/png")
        let file = try #require(PictureFile.named("ingredients/spice.png"))
        #expect(Data(response.bytes) == file.data)
        let underscores = try await InProcess.get("/images/ingredients/black_pepper\(ending).png", headers: [:])
        #expect(underscores.bytes == response.bytes)
    }

    @Test func everyCategoryHasAPicture() async throws {
        for name in Meals.corpus.categoryNames {
            let response = try await InProcess.get("/images/category/\(name.lowercased()).png", headers: [:])
            switch Picture.Condition(name: "category \(name.lowercased()).png") {
            case .closed: #expect(response.status == 403)
            case .damaged: #expect(response.status == 200)
            default: #expect(isJPEG(response))
            }
        }
        #expect(try await InProcess.get("/images/category/nothing.png", headers: [:]).status == 404)
    }

    @Test("Photos are one colour", arguments: [600, 150], ["92c952", "F66B97", "1ee8a4", "92c95", "3"])
    func photos(side: Int, colour: String) async throws {
        let response = try await InProcess.get("/\(side)/\(colour)", headers: [:])
        switch Picture.Condition(name: colour) {
        case .closed: #expect(response.status == 403)
        case .damaged: #expect(response.status == 200)
        default:
            #expect(response.header("Content-Type") == "image/png")
            let size = [16, 20].map { place in response.bytes[place..<place + 4].reduce(0) { $0 << 8 | Int($1) } }
            #expect(size == [side, side])
            let value = try #require(UInt32(colour, radix: 16))
            // The palette follows the header: its length, its name, its colours.
            var palette = Array("PLTE".utf8)
            for shift: UInt32 in [16, 8, 0] { palette.append(UInt8(truncatingIfNeeded: value >> shift)) }
            #expect(response.bytes[37..<44].elementsEqual(palette))
        }
    }

    /// The checksum of the palette is that of Python's zlib.
    @Test func theChecksumOfAColourIsRight() throws {
        let square = try #require(PictureFile.square(side: 150, red: 0x92, green: 0xC9, blue: 0x52))
        let checksum: [UInt8] = [0xC6, 0xB0, 0x0D, 0x9B]
        #expect(square.data[44..<48].elementsEqual(checksum))
        #expect(PictureFile.square(side: 300, red: 0, green: 0, blue: 0) == nil)
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
        #expect(!isJPEG(damaged))
        let slow = try await response(.slow)
        #expect(slow.status == 200)
        #expect(isJPEG(slow))
    }
}

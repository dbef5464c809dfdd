import Foundation
import Freshet
import TMDb
import Testing

/// Where pictures are.
struct ImageTests {
    @Test func addressesInEverySize() throws {
        let path = try #require(TMDb.ImagePath("/a.jpg"))
        func names(_ sizes: [some TMDb.ImageSize]) -> [String?] { sizes.map { path.url($0)?.path() } }
        func expected(_ sizes: String) -> [String] { sizes.split(separator: " ").map { "/t/p/\($0)/a.jpg" } }
        #expect(names(TMDb.PosterSize.allCases) == expected("w92 w154 w185 w342 w500 w780 original"))
        #expect(names(TMDb.BackdropSize.allCases) == expected("w300 w780 w1280 original"))
        #expect(names(TMDb.ProfileSize.allCases) == expected("w45 w185 h632 original"))
        #expect(names(TMDb.LogoSize.allCases) == expected("w45 w92 w154 w185 w300 w500 original"))
        #expect(names(TMDb.StillSize.allCases) == expected("w92 w185 w300 original"))
    }

    @Test func addressesBelowAnotherHost() throws {
        let path = try #require(TMDb.ImagePath("/a.jpg"))
        for base in ["https://cdn.example/p", "https://cdn.example/p/"] {
            #expect(path.url(TMDb.StillSize.w92, base: base)?.absoluteString == "https://cdn.example/p/w92/a.jpg")
        }
    }

    @Test("What is no path asks for nothing (T66)", arguments: [nil, "", "/", "a.jpg", " "])
    func noPath(text: String?) async throws {
        #expect(TMDb.ImagePath(text) == nil)
        let json = text.map { #""\#($0)""# } ?? "null"
        let movie = try await Movies.movie(#""poster_path":\#(json),"backdrop_path":\#(json)"#)
        #expect(movie.posterURL(.w92) == nil)
        #expect(movie.backdropURL(.w300) == nil)
    }

    @Test func theServicesOwnWord() async throws {
        let configuration = try await Movies.value(
            .configuration,
            of: #"""
                {"change_keys":["adult"],"images":{"base_url":"http://image.tmdb.org/t/p/",
                "secure_base_url":"https://image.tmdb.org/t/p/","poster_sizes":["w92","original"],
                "backdrop_sizes":["w300"],"profile_sizes":["h632",7],"logo_sizes":null}}
                """#)
        #expect(configuration.imageBaseURL == TMDb.imageBaseURL)
        #expect(configuration.posterSizes == ["w92", "original"])
        #expect(configuration.backdropSizes == ["w300"])
        #expect(configuration.profileSizes == ["h632"])
        #expect(configuration.logoSizes == [])
        #expect(configuration.stillSizes == [])
    }
}

/// A kind of picture of the movie service, by the first letter of its file name.
enum MoviePicture: Character {
    case poster = "p"
    case backdrop = "b"
    case profile = "f"
    case logo = "l"

    init?(file: String) {
        guard let first = file.first, let kind = MoviePicture(rawValue: first) else { return nil }
        self = kind
    }

    /// The sizes that the service offers.
    var sizes: [String] {
        switch self {
        case .poster: ["w92", "w154", "w185", "w342", "w500", "w780", "original"]
        case .backdrop: ["w300", "w780", "w1280", "original"]
        case .profile: ["w45", "w185", "h632", "original"]
        case .logo: ["w45", "w92", "w154", "w185", "w300", "w500", "original"]
        }
    }

    /// Generates a file name for a picture of this kind.
    func name(_ generator: inout SeededGenerator) -> String {
        let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789")
        let rest = (0..<26).map { _ in letters[Int.random(in: letters.indices, using: &generator)] }
        return "\(rawValue)\(String(rest)).jpg"
    }

    /// All stored pictures of this kind.
    var all: [String] {
        switch self {
        case .poster: PictureFile.names(in: "posters")
        case .backdrop: Self.all(Self.backdrops)
        case .profile: PictureFile.names(in: "people")
        case .logo: []
        }
    }

    /// Returns the stored pictures that suit a film of some genres.
    func suiting(_ genres: [Int]) -> [String] {
        let byGenre = self == .poster ? Self.posters : Self.backdrops
        let folder = self == .poster ? "posters" : "scenes"
        // The first genre is the main one.
        return genres.prefix(2).flatMap { byGenre[$0] ?? [] }.map { "\(folder)/\($0).jpg" }
    }

    /// Returns the stored portraits that suit a person of a gender: 1 is female, 2 is male.
    static func portraits(gender: Int) -> [String] {
        let prefix = [1: "people/woman", 2: "people/man"][gender] ?? ""
        return PictureFile.names(in: "people").filter { $0.hasPrefix(prefix) }
    }

    private static func all(_ byGenre: [Int: [String]]) -> [String] {
        Set(byGenre.values.joined()).sorted().map { "scenes/\($0).jpg" }
    }

    private static let posters: [Int: [String]] = [
        12: ["adventure"], 14: ["fantasy"], 16: ["animation"], 18: ["drama", "portrait", "window"],
        27: ["horror", "woods"], 28: ["action", "heist"], 35: ["comedy", "couple", "banana", "duck"],
        36: ["history"], 37: ["western"],
        53: ["thriller", "mystery"], 80: ["crime", "heist"], 99: ["documentary"], 878: ["planet", "signal"],
        9648: ["mystery"], 10402: ["music"], 10749: ["romance", "couple"], 10751: ["animation", "adventure"],
        10752: ["war"], 10770: ["window", "couple"],
    ]

    private static let backdrops: [Int: [String]] = [
        12: ["ocean", "coast", "winter"], 14: ["telescope", "wildlife"], 16: ["village", "ocean", "farm"],
        18: ["railway", "coast", "bridge"], 27: ["storm"], 28: ["city", "bridge", "airport"],
        35: ["street", "village", "farm"], 36: ["townhall", "harbour"], 37: ["farm", "wildfire"],
        53: ["storm", "city", "harbour"], 80: ["city", "townhall"], 99: ["wildlife", "climate", "fossil"],
        878: ["space", "rover", "robot"], 9648: ["books", "storm", "railway"], 10402: ["concert", "theatre"],
        10749: ["coast", "street", "bridge"], 10751: ["village", "winter"], 10752: ["wildfire"],
        10770: ["village", "street"],
    ]
}

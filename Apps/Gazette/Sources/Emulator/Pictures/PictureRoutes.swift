import Foundation
import HTTPTypes
import Hummingbird

/// The pictures of all services, at their own paths, in the requested sizes.
struct PictureRoutes {
    /// The origin under which articles name their pictures.
    static let origin = "https://pictures.gazette.example"
    /// The origin of the movie service's pictures.
    static let movieOrigin = "https://image.tmdb.org"

    /// The widths and heights in pixels that are available.
    static let sizes = 16...2048
    /// The delay of a slow picture.
    static let delay = Duration.seconds(3)

    private let sleep: @Sendable (Duration) async throws -> Void
    /// Returns the topic of the film whose poster or backdrop a file is.
    private let film: @Sendable (_ file: String) -> PictureTopic?

    init(
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        film: @escaping @Sendable (_ file: String) -> PictureTopic?
    ) {
        self.sleep = sleep
        self.film = film
    }

    /// Adds the routes of the pictures.
    func add(to router: Router<EmulatorContext>) {
        // Articles: /news/<name>/<width>x<height>.png, or .gif
        add("/news/{name}/{file}", to: router) { context in
            Self.newsPicture(name: context.parameters.get("name"), file: context.parameters.get("file"))
        }
        add("/t/p/{size}/{file}", to: router) { [film] context in
            Self.moviePicture(size: context.parameters.get("size"), file: context.parameters.get("file"), film)
        }
        add("/images/media/meals/{file}", to: router) { context in
            Self.mealPicture(context.parameters.get("file"), side: 700)
        }
        add("/images/media/meals/{file}/{size}", to: router) { context in
            let sides = ["small": 250, "preview": 250, "medium": 350, "large": 500]
            return sides[context.parameters.get("size") ?? ""].flatMap {
                Self.mealPicture(context.parameters.get("file"), side: $0)
            }
        }
        add("/images/category/{file}", to: router) { context in
            context.parameters.get("file").map { Self.painting("category \($0)", .meal(words: $0), 320, 200) }
        }
        add("/images/ingredients/{file}", to: router) { context in
            context.parameters.get("file").map { Self.ingredientPicture($0) }
        }
        for side in [600, 150] {
            add(RouterPath("/\(side)/{colour}"), to: router) { context in
                guard let colour = context.parameters.get("colour"), (1...6).contains(colour.count),
                    colour.allSatisfy(\.isHexDigit)
                else { return nil }
                return Picture(content: .colour(colour), width: side, height: side)
            }
        }
    }

    private func add(
        _ path: RouterPath, to router: Router<EmulatorContext>,
        picture: @escaping @Sendable (EmulatorContext) -> Picture?
    ) {
        let sleep = sleep
        router.get(path) { request, context in
            guard let picture = picture(context) else { return Response(status: .notFound) }
            return try await picture.respond(to: request, context, sleep: sleep)
        }
    }

    private static func painting(
        _ name: String, _ subject: Painting.Subject, _ width: Int, _ height: Int
    ) -> Picture {
        Picture(content: .painting(Painting(subject: subject, name: name)), width: width, height: height)
    }

    private static func newsPicture(name: String?, file: String?) -> Picture? {
        guard let name, let parts = file?.split(separator: ".", omittingEmptySubsequences: false), parts.count == 2,
            ["png", "gif"].contains(parts[1])
        else { return nil }
        let numbers = parts[0].split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == 2, let width = numbers[0], let height = numbers[1], sizes.contains(width),
            sizes.contains(height)
        else { return nil }
        var picture = painting(name, .scenery(words: name), width, height)
        picture.isGIF = parts[1] == "gif"
        return picture
    }

    /// Returns a picture of the movie service. The first letter of its file is its kind, which determines its sizes.
    private static func moviePicture(size: String?, file: String?, _ film: (String) -> PictureTopic?) -> Picture? {
        guard let size, let file, file.hasSuffix(".jpg"), let kind = MoviePicture(file: file),
            let (width, height) = kind.pixels(size: size)
        else { return nil }
        let shown = film(file)
        let subject: Painting.Subject =
            switch kind {
            case .poster: .poster(title: shown?.title, words: shown?.words ?? "")
            case .backdrop, .logo: .scenery(words: shown?.words ?? "")
            case .profile: .portrait
            }
        var picture = painting(String(file.dropLast(4)), subject, width, height)
        picture.maxAge = 31_536_000
        return picture
    }

    private static func mealPicture(_ file: String?, side: Int) -> Picture? {
        guard let file, file.hasSuffix(".jpg") else { return nil }
        let name = String(file.dropLast(4))
        return painting(name, .meal(words: MealCorpus.shared.subjects[name] ?? ""), side, side)
    }

    /// Returns the picture of an ingredient. Blanks are encoded or underscores; the size precedes the file extension.
    private static func ingredientPicture(_ path: String) -> Picture {
        let file = path.removingPercentEncoding ?? path
        let sides = ["-small": 100, "-medium": 350, "-large": 700]
        var name = file.hasSuffix(".png") ? String(file.dropLast(4)) : file
        var side = 500
        if let (ending, size) = sides.first(where: { name.hasSuffix($0.key) }) {
            name = String(name.dropLast(ending.count))
            side = size
        }
        let plain = name.replacingOccurrences(of: "_", with: " ").lowercased()
        return painting("ingredient \(plain)", .meal(words: plain), side, side)
    }
}

/// The topic of a picture: its title, and words that describe its kind.
struct PictureTopic: Sendable {
    let title: String
    let words: String
}

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

    /// Returns the width and height in pixels of a size; `nil` if there is no such size.
    func pixels(size: String) -> (Int, Int)? {
        guard sizes.contains(size) else { return nil }
        let (width, height) =
            switch self {
            case .poster, .profile: (1000, 1500)
            case .backdrop: (1920, 1080)
            case .logo: (600, 200)
            }
        guard let number = Int(size.dropFirst()) else { return (width, height) }
        return size.hasPrefix("w") ? (number, number * height / width) : (number * width / height, number)
    }
}

import Foundation
import HTTPTypes
import Hummingbird

/// The pictures of all services, at their own paths. Each exists in one size, which is sent for every size.
struct PictureRoutes {
    /// The origin under which articles name their pictures.
    static let origin = "https://pictures.gazette.example"
    /// The origin of the movie service's pictures.
    static let movieOrigin = "https://image.tmdb.org"

    /// The delay of a slow picture.
    static let delay = Duration.seconds(3)

    private let sleep: @Sendable (Duration) async throws -> Void
    /// Returns the stored pictures that suit a file of the movie service.
    private let choice: @Sendable (_ file: String, _ kind: MoviePicture) -> [String]

    init(
        sleep: @escaping @Sendable (Duration) async throws -> Void,
        choice: @escaping @Sendable (_ file: String, _ kind: MoviePicture) -> [String]
    ) {
        self.sleep = sleep
        self.choice = choice
    }

    /// Adds the routes of the pictures.
    func add(to router: Router<EmulatorContext>) {
        // Articles: /news/<topic>/<name>.jpg, or .gif
        add("/news/{topic}/{file}", to: router) { parameters in
            Self.newsPicture(topic: parameters.get("topic"), file: parameters.get("file"))
        }
        add("/t/p/{size}/{file}", to: router) { [choice] parameters in
            Self.moviePicture(size: parameters.get("size"), file: parameters.get("file"), choice)
        }
        add("/images/media/meals/{file}", to: router) { Self.mealPicture($0.get("file")) }
        add("/images/media/meals/{file}/{size}", to: router) { parameters in
            guard ["small", "preview", "medium", "large"].contains(parameters.get("size")) else { return nil }
            return Self.mealPicture(parameters.get("file"))
        }
        add("/images/category/{file}", to: router) { parameters in
            parameters.get("file").flatMap { file in
                MealCorpus.shared.picture(ofCategory: String(file.prefix { $0 != "." }))
                    .flatMap { Picture("category \(file)", .named($0)) }
            }
        }
        add("/images/ingredients/{file}", to: router) { $0.get("file").flatMap(Self.ingredientPicture) }
        for side in [600, 150] {
            add(RouterPath("/\(side)/{colour}"), to: router) { $0.get("colour").flatMap { Self.square(side, $0) } }
        }
    }

    private func add(
        _ path: RouterPath, to router: Router<EmulatorContext>,
        picture: @escaping @Sendable (Parameters) -> Picture?
    ) {
        let sleep = sleep
        router.get(path) { request, context in
            guard let picture = picture(context.parameters) else { return Response(status: .notFound) }
            return try await picture.respond(to: request, context, sleep: sleep)
        }
    }

    private static func newsPicture(topic: String?, file: String?) -> Picture? {
        guard let topic, let parts = file?.split(separator: ".", omittingEmptySubsequences: false), parts.count == 2
        else { return nil }
        return Picture(String(parts[0]), .named("scenes/\(topic).\(parts[1])"))
    }

    /// Returns a picture of the movie service. The first letter of its file is its kind, which determines its sizes.
    private static func moviePicture(
        size: String?, file: String?, _ choice: (String, MoviePicture) -> [String]
    ) -> Picture? {
        guard let size, let file, file.hasSuffix(".jpg"), let kind = MoviePicture(file: file),
            kind.sizes.contains(size)
        else { return nil }
        return Picture(
            String(file.dropLast(4)), .any(of: choice(file, kind), for: file), maxAge: 31_536_000)
    }

    private static func mealPicture(_ file: String?) -> Picture? {
        guard let file, file.hasSuffix(".jpg") else { return nil }
        let name = String(file.dropLast(4))
        return Picture(
            name, .any(of: MealCorpus.shared.pictures[name].map { [$0] } ?? PictureFile.names(in: "meals"), for: name))
    }

    /// Returns the picture of an ingredient. Blanks are encoded or underscores; the size precedes the file extension.
    private static func ingredientPicture(_ path: String) -> Picture? {
        let file = path.removingPercentEncoding ?? path
        var name = file.hasSuffix(".png") ? String(file.dropLast(4)) : file
        if let ending = ["-small", "-medium", "-large"].first(where: name.hasSuffix) {
            name = String(name.dropLast(ending.count))
        }
        let plain = name.replacingOccurrences(of: "_", with: " ").lowercased()
        return Picture("ingredient \(plain)", .named(MealCorpus.shared.picture(ofIngredient: plain)))
    }

    /// Returns a square of the colour that one to six hexadecimal digits name.
    private static func square(_ side: Int, _ colour: String) -> Picture? {
        guard (1...6).contains(colour.count), colour.allSatisfy(\.isHexDigit), let value = UInt32(colour, radix: 16)
        else { return nil }
        return Picture(
            colour,
            .square(
                side: side, red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8),
                blue: UInt8(truncatingIfNeeded: value)))
    }
}

import Foundation

/// A picture that is painted by code, of its subject and its name: the same each time.
struct Painting {
    /// What a picture shows.
    enum Subject: Sendable {
        /// A landscape or a town, as words suggest.
        case scenery(words: String)
        /// A film's poster; without a title, nothing is known of the film.
        case poster(title: String?, words: String)
        /// A meal, by words such as its category.
        case meal(words: String)
        case portrait
    }

    let subject: Subject
    let name: String

    /// Paints it in a size and returns it as PNG.
    func png(width: Int, height: Int) -> Data {
        let canvas = canvas(width: width, height: height)
        return PNG.encode(width: width, height: height, pixels: canvas.pixels, palette: canvas.palette)
    }

    /// Paints it in a size and returns it as GIF.
    func gif(width: Int, height: Int) -> Data {
        let canvas = canvas(width: width, height: height)
        return GIF.encode(width: width, height: height, pixels: canvas.pixels, palette: canvas.palette)
    }

    private func canvas(width: Int, height: Int) -> Canvas {
        var canvas = Canvas(width: width, height: height)
        switch subject {
        case .scenery(let words): Scenery(words: words, seed: name).paint(on: &canvas)
        case .poster(let title, let words): Poster(title: title, words: words, seed: name).paint(on: &canvas)
        case .meal(let words): Plate(words: words, seed: name).paint(on: &canvas)
        case .portrait: Portrait(seed: name).paint(on: &canvas)
        }
        return canvas
    }
}

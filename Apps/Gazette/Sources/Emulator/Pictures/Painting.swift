import Foundation

/// A generated picture, determined by its subject and its name.
struct Painting {
    /// The subject of a picture.
    enum Subject: Sendable {
        /// A landscape or a town, chosen by words.
        case scenery(words: String)
        /// A film's poster; the title is `nil` for an unknown film.
        case poster(title: String?, words: String)
        /// A meal, chosen by words such as its category.
        case meal(words: String)
        case portrait
    }

    let subject: Subject
    let name: String

    /// Returns the picture in a size as PNG.
    func png(width: Int, height: Int) -> Data {
        let canvas = canvas(width: width, height: height)
        return PNG.encode(width: width, height: height, pixels: canvas.pixels, palette: canvas.palette)
    }

    /// Returns the picture in a size as GIF.
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

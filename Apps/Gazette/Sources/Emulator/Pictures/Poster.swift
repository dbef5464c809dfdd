import Foundation

/// The poster of a film: scenery that suits its kind, and its title.
struct Poster {
    /// The title; a poster without one shows the scenery alone.
    let title: String?
    /// The names of its genres.
    let words: String
    let seed: String

    func paint(on canvas: inout Canvas) {
        var generator = SeededGenerator("poster of \(seed)")
        Scenery(words: words, seed: seed).paint(on: &canvas)
        guard let title else { return }
        let isHigh = generator.unit() < 0.35
        let inks: [Canvas.Colour] = [(1, 0.97, 0.90), (1, 0.86, 0.35), (1, 0.55, 0.40), (0.75, 0.93, 1)]
        let ink = canvas.colour(inks[Int.random(in: 0..<inks.count, using: &generator)])
        let dark = canvas.colour((0.05, 0.05, 0.08))
        let room = canvas.width * 84 / 100
        let longest = title.split(separator: " ").map(\.count).max() ?? 1
        // Two or three words a line, but no word that is broken.
        let columns = max(longest, min(11, title.count))
        let square = max(1, room / (columns * Letters.advance))
        let lines = Letters.lines(title, width: columns)
        let height = lines.count * Letters.lineAdvance * square
        let band = height + 8 * square
        // The lowest part stays free: readers of posters put a score there.
        let top = isHigh ? 0 : canvas.height - band - canvas.height / 6
        canvas.rectangle(x: 0, y: top, width: canvas.width, height: isHigh ? band : canvas.height - top, dark)
        canvas.rectangle(x: 0, y: isHigh ? band : top - square, width: canvas.width, height: square, ink)
        for (index, line) in lines.enumerated() {
            let width = (line.count * Letters.advance - 1) * square
            Letters.write(
                line, x: (canvas.width - width) / 2, y: top + 4 * square + index * Letters.lineAdvance * square,
                square: square,
                ink, on: &canvas)
        }
    }
}

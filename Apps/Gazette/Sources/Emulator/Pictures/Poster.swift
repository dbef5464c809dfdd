import Foundation

/// Draws the poster of a film: scenery that suits its genres, and its title.
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
        let dark: Canvas.Colour = (0.05, 0.05, 0.08)
        let shades = canvas.ramp(dark, inks[Int.random(in: 0..<inks.count, using: &generator)], 12)
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        let (lines, unit) = Letters.fitted(title, width: width * 0.84, height: height * 0.3)
        let size = min(unit, width * 0.016)
        let margin = height * 0.035
        let band = (Double(lines.count) * Letters.lineAdvance - 4) * size + 2 * margin
        // The lowest part stays free, since apps draw a score there.
        let top = isHigh ? 0 : height - band - height / 6
        let rule = max(1, canvas.height / 150)
        let edge = Int(isHigh ? band : top)
        canvas.rectangle(
            x: 0, y: Int(top), width: canvas.width, height: isHigh ? edge : canvas.height - edge, shades.shade(0))
        canvas.rectangle(x: 0, y: isHigh ? edge : edge - rule, width: canvas.width, height: rule, shades.shade(1))
        for (index, line) in lines.enumerated() {
            Letters.write(
                line, x: (width - Letters.width(line) * size) / 2,
                y: top + margin + Double(index) * Letters.lineAdvance * size, unit: size, shades, on: &canvas)
        }
    }
}

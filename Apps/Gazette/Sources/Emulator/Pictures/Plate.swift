import Foundation

/// Draws a plate on a table, with food in the colours of its kind.
struct Plate {
    private static let foods: [(words: [String], colours: [Canvas.Colour])] = [
        (
            ["seafood", "fish", "prawn", "salmon"],
            [(0.93, 0.55, 0.42), (0.98, 0.85, 0.45), (0.55, 0.70, 0.35), (0.96, 0.93, 0.85)]
        ),
        (
            ["beef", "lamb", "pork", "goat"],
            [(0.42, 0.22, 0.14), (0.60, 0.33, 0.18), (0.85, 0.60, 0.30), (0.35, 0.50, 0.22)]
        ),
        (["chicken", "breakfast"], [(0.90, 0.68, 0.30), (0.97, 0.85, 0.50), (0.75, 0.45, 0.18), (0.45, 0.62, 0.28)]),
        (["dessert"], [(0.96, 0.80, 0.84), (0.45, 0.26, 0.18), (0.98, 0.94, 0.84), (0.80, 0.20, 0.30)]),
        (["pasta"], [(0.96, 0.84, 0.50), (0.82, 0.26, 0.16), (0.98, 0.93, 0.75), (0.35, 0.58, 0.25)]),
        (
            ["vegetarian", "vegan", "side", "starter"],
            [(0.42, 0.62, 0.26), (0.85, 0.30, 0.20), (0.95, 0.75, 0.25), (0.60, 0.78, 0.40)]
        ),
    ]

    let words: String
    let seed: String

    func paint(on canvas: inout Canvas) {
        var generator = SeededGenerator("plate of \(seed)")
        let known = Self.foods.first { food in food.words.contains { words.lowercased().contains($0) } }
        let colours = (known ?? Self.foods[Int.random(in: 0..<Self.foods.count, using: &generator)]).colours
        let woods: [Canvas.Colour] = [(0.36, 0.24, 0.16), (0.20, 0.24, 0.28), (0.62, 0.47, 0.33), (0.80, 0.78, 0.72)]
        let wood = woods[Int.random(in: 0..<woods.count, using: &generator)]
        let darker: Canvas.Colour = (wood.red * 0.72, wood.green * 0.72, wood.blue * 0.72)
        canvas.gradient(canvas.ramp(wood, darker, 16), to: canvas.height)
        let board = max(8, canvas.height / 5)
        let gap = canvas.colour(darker)
        for y in stride(from: board / 2, to: canvas.height, by: board) {
            canvas.rectangle(x: 0, y: y, width: canvas.width, height: max(1, board / 30), gap)
        }

        let (x, y) = (Double(canvas.width) / 2, Double(canvas.height) / 2)
        let radius = min(x, y) * 0.86
        canvas.ellipse(
            x: x + radius * 0.04, y: y + radius * 0.07, rx: radius, ry: radius,
            canvas.colour((wood.red * 0.45, wood.green * 0.45, wood.blue * 0.45)))
        let rings: [(share: Double, grey: Double)] = [(1, 0.97), (0.97, 0.93), (0.74, 0.84), (0.72, 0.95)]
        for ring in rings {
            let shade = canvas.colour((ring.grey, ring.grey, ring.grey * 0.98))
            canvas.ellipse(x: x, y: y, rx: radius * ring.share, ry: radius * ring.share, shade)
        }
        paintFood(colours, x, y, radius * 0.62, on: &canvas, &generator)
    }

    private func paintFood(
        _ colours: [Canvas.Colour], _ x: Double, _ y: Double, _ radius: Double, on canvas: inout Canvas,
        _ generator: inout SeededGenerator
    ) {
        let base = colours[0]
        canvas.ellipse(
            x: x, y: y, rx: radius * 0.94, ry: radius * 0.9,
            canvas.colour((base.red * 0.8, base.green * 0.8, base.blue * 0.8)))
        let shades = colours.map { colour in
            (
                canvas.colour((colour.red * 0.78, colour.green * 0.78, colour.blue * 0.78)), canvas.colour(colour),
                canvas.colour((min(1, colour.red * 1.12), min(1, colour.green * 1.12), min(1, colour.blue * 1.12)))
            )
        }
        for _ in 0..<46 {
            let (angle, distance) = (generator.unit() * 2 * .pi, radius * 0.82 * generator.unit().squareRoot())
            let shade = shades[min(3, Int(generator.unit() * generator.unit() * 5))]
            let size = radius * (0.09 + generator.unit() * 0.13)
            let (px, py) = (x + cos(angle) * distance, y + sin(angle) * distance)
            let squeeze = 0.6 + generator.unit() * 0.4
            canvas.ellipse(x: px, y: py + size * 0.14, rx: size, ry: size * squeeze, shade.0)
            canvas.ellipse(x: px, y: py, rx: size, ry: size * squeeze, shade.1)
            canvas.ellipse(x: px - size * 0.25, y: py - size * 0.2, rx: size * 0.4, ry: size * 0.28, shade.2)
        }
    }
}

import Foundation

/// Draws a landscape with a sky, of a kind chosen by words.
struct Scenery {
    enum Place: CaseIterable {
        case hills, mountains, sea, city, fields, stars

        /// Chooses the place that matches some words, or a random one except `stars`.
        init(words: String, _ generator: inout SeededGenerator) {
            let words = Set(words.lowercased().split { !$0.isLetter }.map(String.init))
            let known = Self.words.first { !$0.words.isDisjoint(with: words) }?.place
            let any = Self.allCases[Int.random(in: 0..<5, using: &generator)]
            self = known ?? any
        }

        private static let words: [(place: Place, words: Set<String>)] = [
            (
                .stars,
                [
                    "space", "moon", "star", "stars", "planet", "planets", "telescope", "orbit", "rocket", "comet",
                    "asteroid",
                    "galaxy", "probe", "satellite", "mars", "science", "fiction", "fantasy",
                ]
            ),
            (
                .sea,
                [
                    "sea", "ocean", "harbour", "harbor", "port", "ship", "ships", "coast", "tide", "fish", "island",
                    "wave", "waves",
                    "flood", "river", "whale", "ferry", "bay", "lake", "water", "adventure", "reef", "storm",
                ]
            ),
            (
                .city,
                [
                    "city", "mayor", "bank", "market", "markets", "stocks", "council", "court", "rail", "train",
                    "traffic", "housing",
                    "company", "tax", "budget", "election", "parliament", "minister", "prices", "chip", "chips", "data",
                    "app",
                    "phone", "office", "street", "museum", "crime", "thriller", "action", "shop", "shops", "bus",
                    "tram",
                ]
            ),
            (
                .fields,
                [
                    "farm", "farmers", "harvest", "wheat", "garden", "team", "cup", "match", "final", "league",
                    "football", "race",
                    "coach", "goal", "village", "family", "romance", "drama", "festival", "bees", "crop",
                ]
            ),
            (
                .mountains,
                ["mountain", "snow", "glacier", "peak", "climb", "ski", "western", "war", "history", "alpine"]
            ),
        ]
    }

    /// The colours at the top and the bottom of a sky, of the nearest ground, and of the sun.
    private struct Light {
        let top, bottom, near, sun: Canvas.Colour
    }

    private static let lights = [
        Light(top: (0.27, 0.52, 0.80), bottom: (0.80, 0.90, 0.96), near: (0.13, 0.30, 0.20), sun: (1.00, 0.97, 0.85)),
        Light(top: (0.42, 0.60, 0.78), bottom: (0.98, 0.85, 0.68), near: (0.20, 0.26, 0.22), sun: (1.00, 0.92, 0.70)),
        Light(top: (0.24, 0.20, 0.42), bottom: (0.96, 0.55, 0.38), near: (0.12, 0.09, 0.18), sun: (1.00, 0.80, 0.50)),
        Light(top: (0.05, 0.08, 0.20), bottom: (0.25, 0.35, 0.52), near: (0.03, 0.05, 0.10), sun: (0.93, 0.93, 0.86)),
        Light(top: (0.55, 0.62, 0.67), bottom: (0.86, 0.87, 0.85), near: (0.22, 0.27, 0.28), sun: (0.96, 0.95, 0.90)),
    ]

    private let place: Place
    private let seed: String

    init(words: String, seed: String) {
        var generator = SeededGenerator("place of \(seed)")
        place = Place(words: words, &generator)
        self.seed = seed
    }

    func paint(on canvas: inout Canvas) {
        var generator = SeededGenerator("scenery of \(seed)")
        let isNight = place == .stars
        let light = Self.lights[isNight ? 3 : Int.random(in: 0..<Self.lights.count, using: &generator)]
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        let horizon = Int(height * (0.5 + generator.unit() * 0.18))
        canvas.gradient(canvas.ramp(light.top, light.bottom, 40), to: canvas.height)
        if isNight { paintStars(on: &canvas, &generator) }
        let radius = min(width, height) * (0.06 + generator.unit() * 0.07)
        let sun = canvas.colour(light.sun)
        canvas.ellipse(
            x: width * (0.15 + generator.unit() * 0.7), y: Double(horizon) * (0.3 + generator.unit() * 0.5), rx: radius,
            ry: radius, sun)
        switch place {
        case .sea: paintSea(from: horizon, light, sun, on: &canvas, &generator)
        case .city: paintCity(on: horizon, light, sun, on: &canvas, &generator)
        default: paintLand(from: horizon, light, on: &canvas, &generator)
        }
    }

    private static func mix(_ one: Canvas.Colour, _ other: Canvas.Colour, _ share: Double) -> Canvas.Colour {
        func mix(_ one: Double, _ other: Double) -> Double { one + (other - one) * share }
        return (mix(one.red, other.red), mix(one.green, other.green), mix(one.blue, other.blue))
    }

    /// Returns the outline of hills as a sum of waves, folded for sharp outlines.
    private func line(
        _ width: Int, at middle: Double, reach: Double, isSharp: Bool, _ generator: inout SeededGenerator
    ) -> [Int] {
        let waves = (1...4).map { step in
            (
                frequency: Double(step) * (1.2 + generator.unit()), phase: generator.unit() * 7,
                reach: reach / Double(step)
            )
        }
        return (0..<width).map { column in
            let x = Double(column) / Double(width) * 3
            let sum = waves.reduce(0.0) { sum, wave in
                let value = sin(x * wave.frequency + wave.phase)
                return sum + (isSharp ? 1 - 2 * abs(value) : value) * wave.reach
            }
            return Int(middle + sum * 0.5)
        }
    }

    private func paintLand(
        from horizon: Int, _ light: Light, on canvas: inout Canvas, _ generator: inout SeededGenerator
    ) {
        let height = Double(canvas.height)
        let layers = place == .fields ? 5 : 4
        for layer in 0..<layers {
            let share = Double(layer + 1) / Double(layers)
            let colour = Self.mix(light.bottom, light.near, 0.25 + share * 0.75)
            let isSharp = place == .mountains && layer < 2
            let reach = height * (place == .fields ? 0.05 : isSharp ? 0.24 : 0.13) * (1.1 - share * 0.5)
            let middle = Double(horizon) + (height - Double(horizon)) * (share - 1 / Double(layers)) * 0.95
            let line = line(canvas.width, at: middle, reach: reach, isSharp: isSharp, &generator)
            canvas.ground(line, canvas.ramp(colour, Self.mix(colour, light.near, 0.45), 8))
        }
        if place == .fields || place == .hills { paintTrees(light, on: &canvas, &generator) }
    }

    private func paintTrees(_ light: Light, on canvas: inout Canvas, _ generator: inout SeededGenerator) {
        let dark = canvas.colour(Self.mix(light.near, (0, 0, 0), 0.35))
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        for _ in 0..<Int.random(in: 2...6, using: &generator) {
            let (x, y) = (generator.unit() * width, height * (0.84 + generator.unit() * 0.12))
            let size = height * (0.05 + generator.unit() * 0.05)
            canvas.rectangle(
                x: Int(x - size * 0.08), y: Int(y - size), width: max(2, Int(size * 0.16)), height: Int(size * 1.4),
                dark)
            canvas.ellipse(x: x, y: y - size, rx: size * 0.55, ry: size * 0.75, dark)
        }
    }

    private func paintSea(
        from horizon: Int, _ light: Light, _ sun: UInt8, on canvas: inout Canvas, _ generator: inout SeededGenerator
    ) {
        let deep = Self.mix(Self.mix(light.top, (0.02, 0.2, 0.32), 0.6), light.near, 0.2)
        let water = canvas.ramp(Self.mix(light.bottom, deep, 0.45), deep, 24)
        canvas.gradient(water, from: horizon, to: canvas.height)
        let glint = canvas.colour(Self.mix(light.bottom, (1, 1, 1), 0.3))
        for _ in 0..<90 {
            let depth = generator.unit() * generator.unit()
            let y = horizon + Int(depth * Double(canvas.height - horizon))
            let x = Int(generator.unit() * Double(canvas.width))
            canvas.span(y, x, x + Int(4 + depth * Double(canvas.width) * 0.08), glint)
        }
        let coast = line(
            canvas.width, at: Double(horizon) - 2, reach: Double(canvas.height) * 0.05, isSharp: false, &generator)
        let land = canvas.colour(Self.mix(light.bottom, light.near, 0.6))
        for column in 0..<canvas.width / 2 where coast[column] < horizon {
            canvas.rectangle(x: column, y: coast[column], width: 1, height: horizon - coast[column], land)
        }
        let (dark, unit) = (canvas.colour(light.near), Double(canvas.height) * 0.05)
        let (x, y) = (Double(canvas.width) * (0.55 + generator.unit() * 0.3), Double(horizon) + unit * 1.6)
        for row in 0..<Int(unit * 2.2) {
            canvas.span(Int(y) - Int(unit * 2.4) + row, Int(x), Int(x) + row / 2 + 1, sun)
        }
        for row in 0..<Int(unit * 0.7) {
            canvas.span(Int(y) + row, Int(x - unit * 1.3) + row, Int(x + unit * 1.7) - row, dark)
        }
    }

    private func paintCity(
        on horizon: Int, _ light: Light, _ lamp: UInt8, on canvas: inout Canvas, _ generator: inout SeededGenerator
    ) {
        let height = Double(canvas.height)
        for layer in 0..<3 {
            let share = Double(layer + 1) / 3
            let shade = canvas.colour(Self.mix(light.bottom, light.near, 0.3 + share * 0.7))
            var x = -Int(generator.unit() * 20)
            while x < canvas.width {
                let house = max(6, Int(Double(canvas.width) * (0.04 + generator.unit() * 0.07)))
                let top = Int(height * (0.28 + generator.unit() * 0.3 + share * 0.16))
                canvas.rectangle(x: x, y: top, width: house, height: canvas.height - top, shade)
                if layer == 2 { paintWindows(x: x, top: top, width: house, lamp, on: &canvas, &generator) }
                x += house + (layer == 2 ? 2 : 0)
            }
        }
    }

    private func paintWindows(
        x: Int, top: Int, width: Int, _ lamp: UInt8, on canvas: inout Canvas, _ generator: inout SeededGenerator
    ) {
        let step = max(4, canvas.height / 40)
        for row in stride(from: top + step, to: canvas.height, by: step) {
            for column in stride(from: x + step / 2, to: x + width - step / 2, by: step) where generator.unit() < 0.35 {
                canvas.rectangle(x: column, y: row, width: step / 2, height: max(2, step / 2), lamp)
            }
        }
    }

    private func paintStars(on canvas: inout Canvas, _ generator: inout SeededGenerator) {
        let white = canvas.colour((0.9, 0.92, 1))
        for _ in 0..<140 {
            let size = max(1, Int(generator.unit() * Double(canvas.height) / 130))
            canvas.rectangle(
                x: Int(generator.unit() * Double(canvas.width)), y: Int(generator.unit() * Double(canvas.height) * 0.8),
                width: size, height: size, white)
        }
    }
}

import Foundation

/// A picture made of its name: soft bands of colour with some discs, the same each time.
struct Painting {
    private struct Disc {
        let x: Double
        let y: Double
        let radius: Double
        let shade: Int
    }

    /// How many shades lead from one colour of the palette to the other.
    private static let shades = 64

    private let discs: [Disc]
    private let palette: [(UInt8, UInt8, UInt8)]
    private let slant: Double

    init(name: String) {
        var generator = SeededGenerator(name)
        let hue = generator.unit()
        let dark = Self.color(hue: hue, saturation: 0.55, brightness: 0.28)
        let light = Self.color(hue: hue + 0.08 + generator.unit() * 0.2, saturation: 0.5, brightness: 0.95)
        palette = (0..<Self.shades).map { shade in
            let share = Double(shade) / Double(Self.shades - 1)
            func mix(_ from: Double, _ to: Double) -> UInt8 { UInt8(255 * (from + (to - from) * share)) }
            return (mix(dark.0, light.0), mix(dark.1, light.1), mix(dark.2, light.2))
        }
        slant = generator.unit() * 2 - 1
        discs = (0..<Int.random(in: 3...7, using: &generator)).map { _ in
            Disc(
                x: generator.unit(), y: generator.unit(), radius: 0.08 + generator.unit() * 0.25,
                shade: Int.random(in: -20...20, using: &generator))
        }
    }

    /// Paints it in a size and returns it as PNG.
    func png(width: Int, height: Int) -> Data {
        PNG.encode(
            width: width, height: height, pixels: pixels(width: width, height: height), palette: palette)
    }

    /// Paints it in a size and returns it as GIF.
    func gif(width: Int, height: Int) -> Data {
        GIF.encode(
            width: width, height: height, pixels: pixels(width: width, height: height), palette: palette)
    }

    private func pixels(width: Int, height: Int) -> [UInt8] {
        let scale = Double(min(width, height))
        var pixels = [UInt8](repeating: 0, count: width * height)
        for row in 0..<height {
            let y = Double(row) / Double(height)
            for column in 0..<width {
                let x = Double(column) / Double(width)
                var shade = Int((y + slant * x * 0.4) * 0.7 * Double(Self.shades)) + 10
                for disc in discs {
                    let dx = (x - disc.x) * Double(width) / scale
                    let dy = (y - disc.y) * Double(height) / scale
                    if dx * dx + dy * dy < disc.radius * disc.radius { shade += disc.shade }
                }
                pixels[row * width + column] = UInt8(max(0, min(Self.shades - 1, shade)))
            }
        }
        return pixels
    }

    private static func color(hue: Double, saturation: Double, brightness: Double) -> (Double, Double, Double) {
        func channel(_ offset: Double) -> Double {
            let place = (offset + hue.truncatingRemainder(dividingBy: 1) * 6).truncatingRemainder(dividingBy: 6)
            return brightness - brightness * saturation * max(0, min(place, 4 - place, 1))
        }
        return (channel(5), channel(3), channel(1))
    }
}

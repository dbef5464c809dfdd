import Testing

@testable import Emulator

@Suite struct LettersTests {
    private static func written(_ text: String, unit: Double) -> (canvas: Canvas, shades: Canvas.Ramp) {
        var canvas = Canvas(width: 200, height: 60)
        let shades = canvas.ramp((0, 0, 0), (1, 1, 1), 12)
        canvas.rectangle(x: 0, y: 0, width: 200, height: 60, shades.shade(0))
        Letters.write(text, x: 10, y: 10, unit: unit, shades, on: &canvas)
        return (canvas, shades)
    }

    @Test("Each capital, digit and mark has a shape of its own")
    func shapes() {
        let pictures = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'-&.,:!?".map {
            Self.written(String($0), unit: 3).canvas.pixels
        }
        #expect(Set(pictures).count == pictures.count)
        let blank = Self.written("~", unit: 3).canvas.pixels
        #expect(!pictures.contains(blank))
        #expect(Self.written(" ", unit: 3).canvas.pixels == blank)
    }

    @Test func edgesAreSmooth() {
        let (canvas, shades) = Self.written("O", unit: 3)
        #expect(canvas.pixels.contains(shades.shade(1)))
        #expect(Set(canvas.pixels).count > 5)
    }

    @Test func aLineIsAsWideAsItIsSaidToBe() {
        let (canvas, shades) = Self.written("HIGH", unit: 3)
        let columns = (0..<200).filter { column in
            (0..<60).contains { canvas.pixels[$0 * 200 + column] != shades.shade(0) }
        }
        let (first, last) = (Double(columns.first ?? 0), Double(columns.last ?? 0))
        // Half of the pen is left of the line's beginning, and half right of its end.
        #expect(abs(first - (10 - 2.5)) <= 1)
        #expect(abs(last - (10 + Letters.width("HIGH") * 3 + 2.5)) <= 1)
    }

    @Test(
        "A title has the largest letters that fit",
        arguments: ["X", "Glasswing Protocol", "My Neighbour Is Still a Walrus", "Mayday over Muncie: The Musical!"])
    func fitted(title: String) {
        let (lines, unit) = Letters.fitted(title, width: 150, height: 80)
        #expect(unit > 0)
        #expect(lines.joined(separator: " ") == title.uppercased())
        #expect(lines.allSatisfy { Letters.width($0) * unit <= 150.001 })
        #expect(Double(lines.count) * Letters.lineAdvance * unit <= 80.001)
        let inOne = Letters.width(title.uppercased())
        #expect(unit >= min(150 / inOne, 80 / Letters.lineAdvance) - 0.001)
    }

    @Test func wordsAreNotBroken() {
        #expect(
            Letters.lines("Élan of the antidisestablishmentarians", width: 60) == [
                "ELAN OF", "THE", "ANTIDISESTABLISHMENTARIANS",
            ])
    }

    @Test func whatIsBesideThePictureIsLeftOut() {
        var canvas = Canvas(width: 20, height: 20)
        let shades = canvas.ramp((0, 0, 0), (1, 1, 1), 12)
        canvas.line(from: (-30, -30), to: (-5, 40), width: 4, shades)
        canvas.line(from: (10, 10), to: (60, 60), width: 2, shades)
        #expect(canvas.pixels[19 * 20 + 19] == shades.shade(1))
        #expect(canvas.pixels[0] == 0)
    }
}

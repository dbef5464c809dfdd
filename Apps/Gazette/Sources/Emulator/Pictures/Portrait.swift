import Foundation

/// Draws a person down to the shoulders, without a face.
struct Portrait {
    let seed: String

    func paint(on canvas: inout Canvas) {
        var generator = SeededGenerator("portrait of \(seed)")
        let skins: [Canvas.Colour] = [(0.96, 0.82, 0.70), (0.84, 0.64, 0.48), (0.60, 0.41, 0.28), (0.38, 0.25, 0.18)]
        let hairs: [Canvas.Colour] = [(0.12, 0.10, 0.09), (0.36, 0.22, 0.12), (0.78, 0.60, 0.32), (0.66, 0.66, 0.66)]
        let walls: [Canvas.Colour] = [(0.62, 0.70, 0.74), (0.75, 0.68, 0.60), (0.56, 0.62, 0.54), (0.70, 0.62, 0.68)]
        func any(_ colours: [Canvas.Colour]) -> Canvas.Colour { colours[Int.random(in: 0..<4, using: &generator)] }
        let wall = any(walls)
        canvas.gradient(canvas.ramp(wall, (wall.red * 0.6, wall.green * 0.6, wall.blue * 0.6), 24), to: canvas.height)
        let (width, height) = (Double(canvas.width), Double(canvas.height))
        let skin = any(skins)
        let hair = canvas.colour(any(hairs))
        let cloth = canvas.colour((generator.unit() * 0.7, generator.unit() * 0.6, 0.2 + generator.unit() * 0.5))
        let shadow = canvas.colour((skin.red * 0.82, skin.green * 0.8, skin.blue * 0.78))
        let face = canvas.colour(skin)
        let isLong = generator.unit() < 0.5
        if isLong { canvas.ellipse(x: width * 0.5, y: height * 0.47, rx: width * 0.30, ry: height * 0.29, hair) }
        canvas.ellipse(x: width * 0.5, y: height * 1.02, rx: width * 0.46, ry: height * 0.30, cloth)
        canvas.rectangle(
            x: Int(width * 0.41), y: Int(height * 0.55), width: Int(width * 0.18), height: Int(height * 0.22), shadow)
        canvas.ellipse(x: width * 0.5, y: height * 0.36, rx: width * 0.235, ry: height * 0.205, hair)
        canvas.ellipse(x: width * 0.5, y: height * 0.44, rx: width * 0.205, ry: height * 0.195, face)
        canvas.ellipse(
            x: width * (0.38 + generator.unit() * 0.24), y: height * 0.285, rx: width * 0.19, ry: height * 0.075, hair)
    }
}

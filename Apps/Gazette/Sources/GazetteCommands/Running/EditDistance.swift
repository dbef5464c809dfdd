/// The number of letters to change, add or remove to turn one word into another.
enum EditDistance {
    /// The largest distance at which a word may have been meant.
    private static let limit = 3

    /// Returns the word closest to a mistyped one; `nil` if none is close enough.
    static func closest(to word: String, among words: [String]) -> String? {
        let nearest = words.map { (word: $0, distance: between($0, word)) }.min { $0.distance < $1.distance }
        // A short word is close to every other one.
        guard let nearest, nearest.distance <= limit, nearest.distance < word.count else { return nil }
        return nearest.word
    }

    static func between(_ first: String, _ second: String) -> Int {
        let second = Array(second)
        var row = Array(0...second.count)
        for (position, letter) in first.enumerated() {
            var diagonal = row[0]
            row[0] = position + 1
            for (index, other) in second.enumerated() {
                let changed = diagonal + (letter == other ? 0 : 1)
                diagonal = row[index + 1]
                row[index + 1] = min(changed, row[index] + 1, row[index + 1] + 1)
            }
        }
        return row[second.count]
    }
}

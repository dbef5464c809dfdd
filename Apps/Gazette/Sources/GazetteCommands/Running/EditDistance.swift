/// How many letters have to be changed, added or taken away to make one word of another.
enum EditDistance {
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

/// A place in a text: a line and a column, both counted from 1.
struct TextPlace: Sendable, Hashable {
    let line: Int
    let column: Int
}

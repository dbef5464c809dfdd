#if !canImport(Combine)
struct LatestValues<A, B, C, D, Combined>: CombinedValues {
    var a: A? { didSet { isNew = true } }
    var b: B? { didSet { isNew = true } }
    var c: C? { didSet { isNew = true } }
    var d: D? { didSet { isNew = true } }
    private let combine: (Self) -> Combined?
    private var isNew = false
    private var unfinished: Int

    init(count: Int, combine: @escaping (Self) -> Combined?) {
        unfinished = count
        self.combine = combine
    }

    mutating func next() -> Combined? {
        guard isNew, let combined = combine(self) else { return nil }
        isNew = false
        return combined
    }

    mutating func skip() { isNew = false }
    mutating func finish(_ index: Int) { unfinished -= 1 }
    var isOver: Bool { unfinished == 0 }
}
#endif

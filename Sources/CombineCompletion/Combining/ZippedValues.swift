#if !canImport(Combine)
/// The waiting values of two to four publishers, to be combined with the others' values.
struct ZippedValues<A, B, C, D, Combined>: CombinedValues {
    let a = ValueQueue<A>()
    let b = ValueQueue<B>()
    let c = ValueQueue<C>()
    let d = ValueQueue<D>()
    private let combine: (inout Self) -> Combined?
    private var isFinished = [false, false, false, false]

    init(combine: @escaping (inout Self) -> Combined?) {
        self.combine = combine
    }

    mutating func next() -> Combined? { combine(&self) }
    mutating func skip() {}
    mutating func finish(_ index: Int) { isFinished[index] = true }

    var isOver: Bool {
        isFinished[0] && a.isEmpty || isFinished[1] && b.isEmpty || isFinished[2] && c.isEmpty
            || isFinished[3] && d.isEmpty
    }
}
#endif

import FuzzInput

/// Fuzzes the redaction of tapes: no byte of a secret may be in the file, in whatever coding.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var canaries = Canaries(InputRandom(FuzzInput(bytes, count)))
    let file = canaries.tape()
    let found = canaries.found(in: file)
    check(found.isEmpty, "\(found)")
    return 0
}

/// Numbers that are read from an input, and that follow from it when it is at its end.
private struct InputRandom: RandomNumberGenerator {
    private var input: FuzzInput
    private var state: UInt64 = 0

    init(_ input: FuzzInput) { self.input = input }

    mutating func next() -> UInt64 {
        // SplitMix64.
        state = (state ^ UInt64(input.number())) &+ 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}

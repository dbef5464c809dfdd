import Foundation
import FuzzInput

/// Fuzzes FreshetJSON against Foundation's decoder: both must give the same values, and accept only valid JSON.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ bytes: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let difference = fuzzJSON(FuzzInput(bytes, count).data)
    check(difference == nil, difference ?? "")
    return 0
}
